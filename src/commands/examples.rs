//! Holds the examples in the `--help` text of each command.

pub(super) const LIST: &str = "Examples:
  perceptron-lab list                   all names, one line each
  perceptron-lab list claims            the claims of the notes
  perceptron-lab list generators --json for other programs";

pub(super) const CHECK: &str = "Examples:
  perceptron-lab check mine.toml        what is wrong with it, or how large it is
  perceptron-lab check mit/xor          an experiment by its name";

pub(super) const PLAN: &str = "Examples:
  perceptron-lab plan mine.toml         how long it will take, and how much memory
  perceptron-lab plan mine.toml --slurm mine.sh --shards 40
                                        the script that runs it on a cluster";

pub(super) const ATTACK: &str = "Examples:
  perceptron-lab attack online-mistake-bound
                                        a theorem, in the study that its faults are planted in
  perceptron-lab attack mine.toml --claim \"my bound\" --budget 1000000
  perceptron-lab attack \"updates <= 3/4*radius^2/max_margin^2 + 1\" --dimension 3
                                        a formula, for the perceptron in cyclic order";

pub(super) const EXPLAIN: &str = "Examples:
  perceptron-lab explain                every name and word, by family
  perceptron-lab explain online-mistake-bound
  perceptron-lab explain novikoff       other common names are known too
  perceptron-lab explain clean pass";

pub(super) const INIT: &str = "Examples:
  perceptron-lab init mine                            mistakes and their bound
  perceptron-lab init mine --question compare         two learners on the same samples
  perceptron-lab init mine --data flowers.csv --label species
                                                      leave-one-out on your own data
  perceptron-lab init --course 'my class'             exercises for a class, with solutions";

pub(super) const RUN: &str = "Examples:
  perceptron-lab run mine.toml
  perceptron-lab run mit/xor            an experiment by its name
  perceptron-lab run majority --quick   few replicates, into results/quick
  perceptron-lab run smoke --set seed=7 --set replicates=500
                                        with other values of these keys, into a folder of their own";

pub(super) const MERGE: &str = "Examples:
  perceptron-lab run mine.toml --shard 1/2    on one machine
  perceptron-lab run mine.toml --shard 2/2    on another one; copy its results/shards/mine/2-of-2 to the first
  perceptron-lab merge results/shards/mine    results/mine, with verdicts and report";

pub(super) const VERIFY: &str = "Examples:
  perceptron-lab verify results               every experiment in results
  perceptron-lab verify results/smoke         one experiment
  perceptron-lab verify results --shard 3/10  every tenth experiment, from the third on";

pub(super) const FOLDERS: &str = "Examples:
  perceptron-lab judge results/smoke    writes the verdicts anew, from the stored trials
  perceptron-lab report results/smoke   writes report.html and report.md anew, from the stored verdicts and trials
  perceptron-lab report results/smoke --figures pdf,csv
                                        every figure as PDF, and its numbers as CSV, in results/smoke/figures, too";

pub(super) const OPEN: &str = "Examples:
  perceptron-lab open                   the index of all results
  perceptron-lab open mit/xor           the report of an experiment
  perceptron-lab open mit/xor --print   print its path only";

pub(super) const LESSON: &str = "Examples:
  perceptron-lab lesson                 lesson.html, with samples of the program
  perceptron-lab lesson errata/e27-alignment --output alignment.html
  perceptron-lab lesson mine.toml --cell dimension=2 --variant margin";

pub(super) const TABLE: &str = "Examples:
  perceptron-lab table smoke            means of every cell and variant
  perceptron-lab table smoke --by variant --show 'interval(mistakes)' --show 'max(mistakes)'
  perceptron-lab table smoke --by variant --show 'share(mistakes > 5) | percent as more than five' --sort -mistakes
  perceptron-lab table sphere-margin-mistakes --by target_margin --show 'mean(mistakes)' --show 'median(mistakes)' \\
    --where 'variant = plain, dimension = 3' --format latex --output mistakes.tex";

pub(super) const TRIALS: &str = "Examples:
  perceptron-lab trials smoke --output smoke.csv
  perceptron-lab trials smoke --columns variant,mistakes,generator.basis.dimension --plain-names
                                        names such as generator_basis_dimension, which R, SQL and pandas.query take";

pub(super) const REPRODUCE: &str = "Examples:
  perceptron-lab reproduce --quick      everything with few replicates, into results/quick
  perceptron-lab reproduce              everything
  perceptron-lab reproduce --reseed 5   do the verdicts depend on the seeds?";

pub(super) const REPLAY: &str = "Examples:
  perceptron-lab replay smoke:basis.dimension=8,basis.examples=24,basis.labels=alternating,basis.masses=uniform,basis.norm=1:plain:0
                                        replicate 0 of variant plain; reports give such an address for each violation
  perceptron-lab replay ADDRESS --trace the same trial update by update, as a table
  perceptron-lab replay ADDRESS --page run.html
                                        a page to watch";

pub(super) const EXPORT: &str = "Examples:
  perceptron-lab export smoke:basis.dimension=8,basis.examples=24,basis.labels=alternating,basis.masses=uniform,basis.norm=1:plain:0 --to sample.csv
                                        the sample of replicate 0 of the experiment smoke";

pub(super) const FIGURE: &str = "Examples:
  perceptron-lab figure smoke           the figures of the experiment smoke
  perceptron-lab figure smoke distribution --width 8cm --title \"\"
                                        smoke-distribution.pdf, as wide as a column, without a title
  perceptron-lab figure smoke distribution --output distribution.csv
                                        its numbers";

pub(super) const ANALYZE: &str = "Examples:
  perceptron-lab analyze flowers.csv --label species --positive rose
  cat flowers.csv | perceptron-lab analyze -";

pub(super) const GRADE: &str = "Examples:
  perceptron-lab grade \"python3 my_perceptron.py\" --rule perceptron
  perceptron-lab grade \"python3 my_pa.py\" --rule passive-aggressive --aggressiveness 1/2
                                        PA-I; --step pa-2 for PA-II, neither for PA
  perceptron-lab grade \"python3 my_winnow.py\" --rule winnow --promotion 2 --threshold 3
  mkfifo answers; perceptron-lab grade - --rule perceptron < answers | python3 my_perceptron.py > answers
                                        the caller runs the learner; the result is on standard error";

pub(super) const HAND_IN: &str = "Examples:
  perceptron-lab hand-in 6-witnesses.toml --student 17 --print
                                        the sheet of student 17
  perceptron-lab hand-in 6-witnesses.toml answers.toml plane.csv --student 17
                                        points, each with its reason
  perceptron-lab hand-in 6-witnesses.toml --student 17 --solution
                                        for the teacher
  perceptron-lab hand-in 6-witnesses.toml --check 300";

pub(super) const CONFORM: &str = "Examples:
  perceptron-lab conform reference      reference/data/NAME.dat, reference/weights/NAME.txt: docs/conform.md";

pub(super) const CALIBRATE: &str = "Examples:
  perceptron-lab calibrate --quick";

pub(super) const RISK: &str = "Examples:
  perceptron-lab risk                   all closed forms with their keys
  perceptron-lab risk basis-unseen";

pub(super) const SCHEMA: &str = "Examples:
  perceptron-lab schema > spec.schema.json
                                        then `#:schema spec.schema.json` as the first line of a spec";

pub(super) const COMPLETIONS: &str = "Examples:
  perceptron-lab completions bash > ~/.local/share/bash-completion/completions/perceptron-lab
  perceptron-lab completions zsh > \"${fpath[1]}/_perceptron-lab\"
  perceptron-lab completions fish > ~/.config/fish/completions/perceptron-lab.fish";

pub(super) const MAN: &str = "Examples:
  perceptron-lab man | man -l -
  perceptron-lab man > ~/.local/share/man/man1/perceptron-lab.1";
