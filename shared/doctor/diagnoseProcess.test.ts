import { expect, test } from "vitest";
import { diagnoseProcess } from "./diagnoseProcess.ts";

test.each(["set ", "A_A ", "requires node "])(
  "a long line of standard error is explained at once: %s",
  (words) => {
    const startedAt = performance.now();
    const stderr = words.repeat(100_000);
    const failure = { code: "exited", exitCode: 1, signal: null, stderr: "" } as const;
    const record = () => ({ seq: 0 }) as never;
    const subject = { command: "x", failure, stderr, stray: undefined, seqs: [] };
    const { results } = diagnoseProcess(subject, record);
    expect(results[0]?.findings[0]?.code).toBe("crashed");
    expect(performance.now() - startedAt).toBeLessThan(1000);
  },
);
