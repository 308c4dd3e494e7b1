/** The log as lines of JSON, for machines to read. */
import type { LogFacts, Logger, LogLevel } from "./logger.ts";

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
    lines[name]({ event, ...facts });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
