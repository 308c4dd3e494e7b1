/** The interface of the operator's log: named events with facts, never with secrets. */

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Facts about an event. Never visitors' addresses, tokens, environment values or bodies. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Logger {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

const nothing = () => {};

/** Discards every event. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
