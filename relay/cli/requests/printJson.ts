/** Prints JSON of a server. */
import { escapeLinesForTerminal, type Terminal } from "../terminal.ts";

/** Prints JSON text in which control and invisible characters are escaped: its value stays the same. */
export function printJson(terminal: Terminal, text: string): void {
  terminal.print(escapeLinesForTerminal(text));
}

/** Prints text as it was received; only a terminal, which would interpret it, gets escapes. */
export function printRaw(terminal: Terminal, text: string): void {
  terminal.print(terminal.isTty ? escapeLinesForTerminal(text) : text);
}
