/** Builds the address bar's suggestions: saved and configured servers by name, then recent ones. */

import { formatCommandLine } from "../../../../shared/config/commandLine.ts";
import type { Configuration, ConfiguredServer } from "../../../../shared/config/configured.ts";
import { templateText } from "../../../../shared/config/templateText.ts";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import type { Choice } from "../../../ui/fields/choice.ts";
import type { ServerProfile } from "../../store/serverProfiles.ts";

/**
 * @param recent each as it is written in the address bar
 * @param profiles the servers that the user saved
 */
export function serverChoices(
  { servers }: Configuration,
  recent: readonly string[],
  profiles: readonly ServerProfile[],
): readonly Choice<string>[] {
  const known = new Set(servers.flatMap((server) => [server.name, describeServer(server)]));
  return [
    ...profiles.map(({ name, address }) => ({ id: name, label: name, description: address })),
    ...servers.map((server) => ({
      id: server.name,
      label: server.name,
      description: `${exactLine(server.source)} · ${describeServer(server)}`,
    })),
    ...recent.filter((text) => !known.has(text)).map((text) => ({ id: text, label: text })),
  ];
}

/** The address of a configured server as its author wrote it, in one line. */
export function describeServer({ target }: ConfiguredServer): string {
  if (target.kind === "http") return exactLine(templateText(target.url), maxLength);
  const words = target.args.flat().map(templateText);
  return exactLine(formatCommandLine(templateText(target.command), words), maxLength);
}

/** UTF-16 code units of an address in a list. */
const maxLength = 300;
