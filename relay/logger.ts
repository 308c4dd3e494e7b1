/** What the relay tells those who run it; every event by name, with facts and never a secret. */

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Facts beside an event. Addresses of people, tokens, environment and bodies are none. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Logger {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

const nothing = () => {};

/** Says nothing. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
