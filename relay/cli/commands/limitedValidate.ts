/** Validates against the schemas of servers within a time limit, which a pattern may exceed. */
import { createContext, Script } from "node:vm";
import { type Verdict, validate } from "../../../shared/schema/validate/validate.ts";

/**
 * A script that runs with a time limit is also interrupted inside the functions it calls, including
 * regular expressions.
 */
const script = new Script("work()");

/** @returns `unchecked` where it takes longer than the limit, in milliseconds */
export function limitedValidate(schema: unknown, text: string, limitMs: number): Verdict {
  const context = createContext({ work: () => validate(schema, text) });
  try {
    return script.runInContext(context, { timeout: Math.ceil(limitMs) }) as Verdict;
  } catch {
    // validate itself never throws
    return { kind: "unchecked", reason: { code: "timeout", limitMs } };
  }
}
