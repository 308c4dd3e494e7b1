/** Runs the doctor on servers, and compares what it finds. */
import { expect } from "vitest";
import type { DoctorCause } from "../../../shared/doctor/cause.ts";
import { runCli } from "../cli.fixture.ts";

export const at = (port: number, path = "/mcp") => `http://127.0.0.1:${port}${path}`;

/** A cause, and a function that makes a server with it. */
export type Made = readonly [cause: DoctorCause, make: () => Promise<readonly string[]>];

interface Verdict {
  readonly rule: string;
  readonly outcome: string;
  readonly sentence: string;
}

/** Runs the doctor; streams are watched just long enough for a late head. */
export async function examine(...words: readonly string[]) {
  const limits = ["--timeout", "5", "--watch", "2.3"];
  const { code, out, err } = await runCli("doctor", ...limits, "--json", ...words);
  if (out === "") throw new Error(err);
  const verdicts = JSON.parse(out).verdicts as readonly Verdict[];
  const found = verdicts.filter(
    ({ outcome }) => outcome !== "passed" && outcome !== "not-applicable",
  );
  return { code, found };
}

/** Makes the servers, examines them at the same time, and compares all causes. */
export async function expectCauses(rows: readonly Made[]) {
  const examined = await Promise.all(
    rows.map(async ([cause, make]) => {
      const words = await make();
      return { cause, ...(await examine(...words)) };
    }),
  );
  const named = examined.map(({ found }) => found.map(({ rule }) => rule));
  expect(named).toEqual(rows.map(([cause]) => [cause]));
  for (const { code, found } of examined) {
    expect(found[0]?.sentence).not.toMatch(/undefined|null|NaN/);
    expect(code).toBe(found[0]?.outcome === "violation" ? 1 : 0);
  }
}

/** Expects that the doctor finds nothing. */
export async function expectClean(...words: readonly string[]) {
  const { code, found } = await examine(...words);
  expect(found).toEqual([]);
  expect(code).toBe(0);
}
