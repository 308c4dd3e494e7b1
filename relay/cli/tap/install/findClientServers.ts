/** Finds the servers in the configurations of clients, and what `tap --install` would change there. */
import { asJsonObject, type JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { maskTarget } from "../../../../shared/recording/maskTarget.ts";
import type { ClientServer } from "../../../../shared/relay/frames/tapFrames.ts";
import { knownClients } from "../../../config/knownClients.ts";
import {
  clientPlaces,
  type KnownPlace,
  placeName,
  readKnownText,
} from "../../../config/knownFiles.ts";
import { formatOf, tapCommand } from "./installTap.ts";
import { changeEntry, readServers } from "./tapEntry.ts";

/** Servers that are listed, so that a large file does not decide how much is sent. */
const maxServers = 500;

/** Of servers with one name in several files of a client, the one that `tap --install` changes. */
export function findClientServers(): readonly ClientServer[] {
  const found = new Map<string, ClientServer>();
  for (const client of knownClients) {
    for (const place of clientPlaces(client)) {
      const text = readKnownText(place.path);
      if (text === undefined) continue;
      for (const [server, entry] of readServers(text, formatOf(place.path), place.within)) {
        const key = JSON.stringify([client, server]);
        if (found.has(key) || found.size >= maxServers) continue;
        const change = changeOf(text, place, server, entry);
        found.set(key, { client, server, file: placeName(place), ...change });
      }
    }
  }
  return [...found.values()];
}

function changeOf(
  text: string,
  { path, within }: KnownPlace,
  server: string,
  entry: JsonObject,
): Pick<ClientServer, "state" | "before" | "after"> {
  // a name that a shell or the command line would read differently
  if (!/^[^-\p{C}][^\p{C}]*$/u.test(server)) return { state: "unusual" };
  const format = formatOf(path);
  const changed = changeEntry(text, format, { server, within, tap: tapCommand(server) });
  if (changed === "tapped" || changed === "not-stdio") return { state: changed };
  const after = typeof changed === "string" ? undefined : readServers(changed.text, format, within);
  const tapped = asJsonObject(after?.get(server));
  if (!tapped) return { state: "unusual" };
  return { state: "ready", before: membersText(entry, format), after: membersText(tapped, format) };
}

/** The members that a tap changes. Others, such as the values of variables, are not shown. */
function membersText(entry: JsonObject, format: "json" | "toml"): string {
  const words = [entry.command, ...(Array.isArray(entry.args) ? entry.args : [])].map(String);
  const [command = "", ...args] = words;
  const { target } = maskTarget({ kind: "stdio", command, args });
  const shown = target.kind === "stdio" ? target : { command: "", args: [] };
  const list = [
    "[",
    ...shown.args.map((word, index) => {
      const comma = index < shown.args.length - 1 ? "," : "";
      return `  ${JSON.stringify(word)}${comma}`;
    }),
    "]",
  ].join("\n");
  const program = JSON.stringify(shown.command);
  return format === "toml"
    ? `command = ${program}\nargs = ${list}`
    : `"command": ${program},\n"args": ${list}`;
}
