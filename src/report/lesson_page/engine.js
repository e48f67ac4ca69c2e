"use strict";

/// Makes the engine of a module: a function from a question to its answer, both objects.
async function engineOf(compressed) {
  const bytes = Uint8Array.from(atob(compressed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  const fresh = async () => (await WebAssembly.instantiate(module)).exports;
  let engine = await fresh();
  const text = (question) => {
    const asked = new TextEncoder().encode(JSON.stringify(question));
    const address = engine.room(asked.length);
    new Uint8Array(engine.memory.buffer, address, asked.length).set(asked);
    const answered = engine.ask();
    return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, answered, engine.length()));
  };
  const ask = (question) => {
    try {
      return JSON.parse(text(question));
    } catch (trap) {
      // A module that trapped may be damaged, so another one takes its place.
      fresh().then((other) => { engine = other; });
      return { error: { key: "engine", problem: `the engine stopped: ${trap.message}`, allowed: "another sample", help: "undo the last change" } };
    }
  };
  return { ask, text };
}
