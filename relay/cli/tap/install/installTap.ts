/** `tap --install` and `--uninstall`: change a client's configuration after the user agreed in the terminal. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  constants,
  copyFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { errorMessage } from "../../../../shared/core/text/errorMessage.ts";
import {
  clientPlaces,
  type KnownPlace,
  placeName,
  readKnownText,
} from "../../../config/knownFiles.ts";
import type { TapInstallArguments } from "../../arguments/tapArguments.ts";
import { type ExitCode, exitCodes } from "../../exitCode.ts";
import { escapeForTerminal, type Terminal } from "../../terminal.ts";
import { changeEntry, type EntryProblem } from "./tapEntry.ts";

const problems: Readonly<Record<Exclude<EntryProblem, "no-server">, string>> = {
  "not-stdio":
    "That server has a URL: start tap --http, and enter the tap's address in the client.",
  tapped: "That server has a tap already.",
  "not-tapped": "That server has no tap.",
  unusual: "That server is written in a way that is not changed automatically. Change it by hand.",
};

/** Shows the change, asks, and makes it. */
export async function installTap(
  { client, server, isRemoval }: TapInstallArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const places = clientPlaces(client);
  const listed = (of: readonly KnownPlace[]) =>
    of.map((place) => `\n  ${placeName(place)}`).join("");
  const tap = isRemoval ? undefined : tapCommand(server);
  const read = places.flatMap((place) => {
    const { path, within } = place;
    const text = readKnownText(path);
    if (text === undefined) return [];
    return [
      { ...place, text, changed: changeEntry(text, formatOf(path), { server, within, tap }) },
    ];
  });
  if (read.length === 0) {
    const reason = `${client} has no configuration at${listed(places)}`;
    return terminal.fail(reason, exitCodes.wrongUsage);
  }
  const found = read.flatMap((each) => {
    const { changed } = each;
    return changed === "no-server" ? [] : [{ ...each, changed }];
  });
  const tapped = isRemoval ? found.find(({ changed }) => typeof changed !== "string") : undefined;
  const wanted = tapped ?? found[0];
  if (!wanted) {
    const reason = `${client} has no server "${server}" in${listed(read)}`;
    return terminal.fail(reason, exitCodes.wrongUsage);
  }
  const { path, text, changed } = wanted;
  if (typeof changed === "string") {
    return terminal.fail(`${placeName(wanted)}: ${problems[changed]}`, exitCodes.wrongUsage);
  }
  for (const other of found) {
    if (other !== wanted) terminal.note(escapeForTerminal(otherPlace(other, wanted, found)));
  }
  terminal.note(escapeForTerminal(placeName(wanted)));
  for (const line of changedLines(text, changed.text)) terminal.note(escapeForTerminal(line));
  if (!terminal.ask) {
    const reason = "Run this in a terminal: the change needs your agreement.";
    return terminal.fail(reason, exitCodes.wrongUsage);
  }
  const answer = await terminal.ask("Change the file? [y/N] ");
  if (!/^y(es)?$/i.test(answer?.trim() ?? "")) {
    terminal.note("Nothing was changed.");
    return exitCodes.passed;
  }
  if (readKnownText(path) !== text) {
    return terminal.fail(
      `${path} has changed meanwhile. Nothing was changed.`,
      exitCodes.couldNotRun,
    );
  }
  try {
    const backup = replaceFile(path, changed.text);
    terminal.note(escapeForTerminal(`Changed. The former file is ${backup}. Restart ${client}.`));
    return exitCodes.passed;
  } catch (error) {
    return terminal.fail(
      `${path} cannot be changed: ${errorMessage(error)}`,
      exitCodes.couldNotRun,
    );
  }
}

/** Says what the client makes of a server of the same name in another place. */
function otherPlace(other: KnownPlace, wanted: KnownPlace, order: readonly KnownPlace[]): string {
  const { client, program = client } = other;
  const start = `${placeName(other)} has a server of this name too`;
  if (wanted.program !== other.program) return `${start}, for ${program}. It is not changed.`;
  const isHidden = order.indexOf(other) > order.indexOf(wanted);
  return isHidden
    ? `${start}, which is shadowed: ${program} uses the one that is changed.`
    : `${start}, which shadows the one that is changed: ${program} does not use that one here.`;
}

/**
 * The program and the first words with which a client starts a tap.
 * @param server its name; without one, the tap has that of the server
 */
export function tapCommand(server?: string): readonly [program: string, ...words: string[]] {
  const program = realpathSync(process.argv[1] ?? "mcp-playground");
  const name = server === undefined ? [] : ["--name", server];
  return [process.execPath, program, "tap", ...name, "--"];
}

export const formatOf = (path: string) => (path.endsWith(".toml") ? "toml" : "json");

/** Replaces a file as a whole, with its mode. @returns the path of a copy of the former one */
function replaceFile(path: string, text: string): string {
  const real = realpathSync(path);
  const backup = `${real}.before-tap-${new Date().toISOString().replaceAll(":", "-")}`;
  copyFileSync(real, backup, constants.COPYFILE_EXCL);
  chmodSync(backup, 0o600);
  const draft = `${real}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, text, { mode: statSync(real).mode & 0o777, flag: "wx" });
    renameSync(draft, real);
  } finally {
    rmSync(draft, { force: true });
  }
  return backup;
}

/** The lines that differ, with - and +. */
function changedLines(before: string, after: string): string[] {
  const [old, next] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  let start = 0;
  while (start < old.length && old[start] === next[start]) start++;
  let end = 0;
  const rest = Math.min(old.length, next.length) - start;
  while (end < rest && old.at(-1 - end) === next.at(-1 - end)) end++;
  return [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...next.slice(start, next.length - end).map((line) => `+ ${line}`),
  ];
}
