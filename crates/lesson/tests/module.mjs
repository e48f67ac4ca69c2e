// Asks the committed module the questions of questions.json through the page's own script, and prints an answer per line.
// Usage: node module.mjs ENGINE.js MODULE.gz QUESTIONS.json
import { readFileSync } from "node:fs";

const [engine, module, questions] = process.argv.slice(2);
const engineOf = new Function(`${readFileSync(engine, "utf8")}; return engineOf;`)();
const { text } = await engineOf(readFileSync(module).toString("base64"));
for (const question of JSON.parse(readFileSync(questions, "utf8"))) console.log(text(question));
