/** Lists what `npm test` and `npm run test:all` run: together every test, none twice. */
import { legNames } from "./conformance/legs.ts";

/** A part of a run: one of package.json's scripts with its arguments. */
export interface Step {
  readonly name: string;
  readonly script: "typecheck" | "lint" | "test:unit" | "test:e2e" | "conformance";
  readonly args: readonly string[];
}

/** The journeys of `npm test`: one per main action. */
const main = "@main";

/** The conformance legs of `npm test`. */
const mainLegs: readonly string[] = ["node"];

const legs = (names: readonly string[]) => names.flatMap((name) => ["--leg", name]);

/** What `npm test` runs after the build. */
export const mainSteps: readonly Step[] = [
  { name: "typecheck", script: "typecheck", args: [] },
  { name: "lint", script: "lint", args: [] },
  { name: "unit", script: "test:unit", args: ["--project=!slow"] },
  { name: "journeys", script: "test:e2e", args: ["--project=chromium", `--grep=${main}`] },
  { name: "conformance", script: "conformance", args: legs(mainLegs) },
];

/** What `npm run test:all` runs after the build. */
export const otherSteps: readonly Step[] = [
  { name: "unit", script: "test:unit", args: ["--project=slow"] },
  { name: "journeys", script: "test:e2e", args: ["--project=chromium", `--grep-invert=${main}`] },
  { name: "browsers", script: "test:e2e", args: ["--project=other"] },
  {
    name: "conformance",
    script: "conformance",
    args: legs(legNames.filter((name) => !mainLegs.includes(name))),
  },
];
