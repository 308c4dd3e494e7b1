/** Runs the fuzz properties with new seeds: `npm run fuzz -- --minutes 10`, or `--seed 1` for one seed. */
import { parseArgs } from "node:util";
import { fuzzProperties } from "./fuzzProperties.fixture.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string" },
    only: { type: "string", default: "" },
  },
});
const minutes = Number(values.minutes);
const given = values.seed === undefined ? undefined : Number(values.seed);
if (!(minutes > 0) || Number.isNaN(given)) {
  console.error("npm run fuzz -- [--minutes N] [--seed N] [--only part-of-a-name]");
  process.exit(2);
}

const chosen = fuzzProperties.filter(({ name }) => name.includes(values.only));
const until = performance.now() + minutes * 60_000;
let rounds = 0;
const failures = new Map<string, number>();
do {
  const seed = given ?? Math.floor(Math.random() * 0x7fff_ffff);
  for (const { name, check } of chosen) {
    if (failures.has(name) || (rounds > 0 && performance.now() > until)) continue;
    try {
      await check(seed);
    } catch (error) {
      failures.set(name, seed);
      const again = `npm run fuzz -- --seed ${seed} --only "${name}"`;
      console.error(`\nFailed: ${name}\nAgain: ${again}\n${String(error).slice(0, 4000)}`);
    }
  }
  rounds++;
} while (given === undefined && performance.now() < until);

const verdict = failures.size === 0 ? "all hold" : `${failures.size} failed`;
console.log(`${chosen.length} properties, ${rounds} rounds: ${verdict}`);
for (const [name, seed] of failures) console.log(`  seed ${seed}: ${name}`);
process.exitCode = failures.size === 0 ? 0 : 1;
