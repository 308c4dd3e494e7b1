import { expect, test } from "vitest";
import { diagnoseProcess } from "./diagnoseProcess.ts";

function causeOf(stderr: string) {
  const failure = { code: "exited", exitCode: 1, signal: null, stderr: "" } as const;
  const record = () => ({ seq: 0 }) as never;
  const subject = { command: "x", failure, stderr, stray: undefined, seqs: [] };
  return diagnoseProcess(subject, record).results[0]?.findings[0]?.code;
}

// the search of a line takes time that grows with the square of its length
test.each(["set ", "A_A ", "requires node "])(
  "only the start of a long line of standard error is searched: %s",
  (words) => {
    const cause = "Cannot find module";
    expect(causeOf(words.repeat(10) + cause)).toBe("module-not-found");
    expect(causeOf(words.repeat(100_000) + cause)).toBe("crashed");
  },
);
