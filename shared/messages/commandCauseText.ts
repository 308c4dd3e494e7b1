/** States why a command is no working stdio server. */
import type { CauseEvidence, DoctorCause } from "../doctor/cause.ts";
import { quoted } from "./phrases.ts";

/** For each cause, what is wrong and what to do. */
export type CauseTexts<Cause extends DoctorCause> = {
  readonly [Each in Cause]: (
    evidence: CauseEvidence<Each>,
  ) => readonly [sentence: string, remedy: string];
};

/** A part of a sentence for a fact that may be missing. */
export const where = (fact: string | number | undefined, text: (known: string) => string) =>
  fact === undefined || fact === "" ? "" : text(String(fact));
export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

type CommandCause =
  | "program-not-found"
  | "file-not-found"
  | "not-executable"
  | "directory-missing"
  | "not-started"
  | "node-version"
  | "module-not-found"
  | "package-not-found"
  | "port-in-use"
  | "setting-missing"
  | "crashed"
  | "exited-silently"
  | "http-server"
  | "stdout-noise"
  | "silent";

export const commandCauseTexts: CauseTexts<CommandCause> = {
  "program-not-found": ({ command }) => [
    `The program ${quoted(command)} was not found.`,
    "Give its full path. Programs of nvm, pyenv and similar are not in the PATH of other programs.",
  ],
  "file-not-found": ({ command, reason }) => [
    `A file of the command ${quoted(command)} does not exist: ${reason}.`,
    "Check the path; relative ones count from the working directory.",
  ],
  "not-executable": ({ command }) => [
    `${quoted(command)} is not executable.`,
    "Make it executable (chmod +x), with a first line such as #!/usr/bin/env node, or start it with its interpreter.",
  ],
  "directory-missing": ({ reason }) => [
    `The working directory cannot be used: ${reason}.`,
    "Correct the directory.",
  ],
  "not-started": ({ command, reason }) => [`${quoted(command)} was not started: ${reason}.`, ""],
  "node-version": ({ line }) => [
    `The server needs another version of its runtime: ${quoted(line)}.`,
    "Start it with the full path of a newer Node.js (or Python).",
  ],
  "module-not-found": ({ line }) => [
    `A module of the server is missing: ${quoted(line)}.`,
    // an absolute path is that of the program itself, or of a file of its own
    /module '(?:\/|[A-Za-z]:\\)/.test(line ?? "")
      ? "Check the path. If a build writes this file, build the server first (npm run build)."
      : "Install its dependencies, and build it, in its folder (npm install, npm run build).",
  ],
  "package-not-found": ({ line }) => [
    `The package does not exist in the registry: ${quoted(line)}.`,
    "Check the spelling and the scope of its name.",
  ],
  "port-in-use": ({ line }) => [
    `The server wants a port that another program uses: ${quoted(line)}.`,
    "End the other program. A stdio server needs no port.",
  ],
  "setting-missing": ({ line }) => [
    `The server misses a setting: ${quoted(line)}.`,
    "Pass it with --env NAME=value: little of your environment is inherited.",
  ],
  crashed: ({ line, exitCode, signal }) => [
    `The server ended with ${signal ? `signal ${signal}` : `code ${exitCode}`}: ${quoted(line)}.`,
    "Read its complete output.",
  ],
  "exited-silently": ({ exitCode, signal }) => [
    `The server ended with ${signal ? `signal ${signal}` : `code ${exitCode}`}, without a word on standard error.`,
    "A server runs until its standard input ends. Check that the command starts it, and that it waits for its transport.",
  ],
  "http-server": ({ line }) => [
    `The command starts an HTTP server, not a stdio server: ${quoted(line)}.`,
    "Connect to its URL, or start it with its option for stdio.",
  ],
  "stdout-noise": ({ line }) => [
    `The server writes text on standard output that is no message: ${quoted(line)}.`,
    "Standard output belongs to the protocol. Write logs to standard error.",
  ],
  silent: ({ ms, line }) => [
    `The server runs, but did not answer within ${seconds(ms)}${where(line, (text) => `; it says ${quoted(text)}`)}.`,
    "Check that it reads standard input, and that its transport is connected.",
  ],
};
