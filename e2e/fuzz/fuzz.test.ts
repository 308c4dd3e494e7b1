import { test } from "vitest";
import { fuzzProperties } from "./fuzzProperties.fixture.ts";

/** The same inputs on every run; `npm run fuzz` tries others. */
const seed = 20_261_122;

test.each(fuzzProperties)("$name", ({ check }) => check(seed), 60_000);
