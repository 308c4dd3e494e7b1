/** Runs work within a time limit, which a regular expression may exceed. */
import { createContext, Script } from "node:vm";

/**
 * A script that runs with a time limit is also interrupted inside the functions it calls, including
 * regular expressions.
 */
const script = new Script("work()");

/**
 * Runs a synchronous function.
 * @throws what the function throws
 * @returns undefined where it takes longer than the limit, in milliseconds
 */
export function withTimeLimit<T>(work: () => T, limitMs: number): T | undefined {
  const context = createContext({ work });
  try {
    return script.runInContext(context, { timeout: Math.ceil(limitMs) }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  }
}
