/** Writes the log as JSON lines, with pino. */
import type { LogFacts, Logger, LogLevel } from "../logger.ts";
import { escapeForTerminal } from "./terminal.ts";

/** The most characters of one fact. */
const maxFactChars = 300;

/** Escapes control and invisible characters in facts and truncates long ones. */
function escaped(facts: LogFacts): LogFacts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      const more = value.length > maxFactChars ? `… (${value.length} characters)` : "";
      return [name, escapeForTerminal(value.slice(0, maxFactChars)) + more];
    }),
  );
}

/**
 * Creates a logger that writes to standard error.
 */
export async function createJsonLogger(level: LogLevel): Promise<Logger> {
  const { destination, pino } = await import("pino");
  const lines = pino(
    // Log collectors add the host name; the pid distinguishes two relays.
    { level, base: { pid: process.pid }, formatters: { level: (name) => ({ level: name }) } },
    destination({ fd: 2, sync: true }),
  );
  const at = (name: Exclude<LogLevel, "silent">) => (event: string, facts?: LogFacts) =>
    lines[name]({ event, ...escaped(facts ?? {}) });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
