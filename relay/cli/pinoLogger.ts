/** The log as lines of JSON, for machines to read. */
import type { LogFacts, Logger, LogLevel } from "../logger.ts";
import { escapeForTerminal } from "./terminal.ts";

/** The most characters of one fact: the rest is for whoever wrote it, not for the log. */
const maxFactChars = 300;

/** Makes texts fit for a log: control and invisible characters escaped, nothing longer than a line. */
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
 * Makes a logger that writes to this process's standard error, where nothing else is expected to be
 * machine-readable.
 */
export async function createJsonLogger(level: LogLevel): Promise<Logger> {
  const { destination, pino } = await import("pino");
  const lines = pino(
    // whoever collects the lines knows the machine; the process tells two relays apart
    { level, base: { pid: process.pid }, formatters: { level: (name) => ({ level: name }) } },
    destination({ fd: 2, sync: true }),
  );
  const at = (name: Exclude<LogLevel, "silent">) => (event: string, facts?: LogFacts) =>
    lines[name]({ event, ...escaped(facts ?? {}) });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
