/** Builds the address bar's suggestions: saved and configured servers by name, then recent ones. */

import { formatCommandLine } from "../../../shared/config/commandLine.ts";
import type {
  Configuration,
  ConfiguredServer,
  Template,
} from "../../../shared/config/configured.ts";
import type { ServerProfile } from "../../stores/servers/serverProfiles.ts";
import type { Choice } from "../../ui/fields/choice.ts";

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
      description: `${server.source} · ${describeServer(server)}`,
    })),
    ...recent.filter((text) => !known.has(text)).map((text) => ({ id: text, label: text })),
  ];
}

/** The address of a configured server, with placeholders for secrets and missing input values. */
export function describeServer({ target }: ConfiguredServer): string {
  if (target.kind === "http") return written(target.url);
  return formatCommandLine(written(target.command), target.args.flat().map(written));
}

function written(template: Template): string {
  return template
    .map((part) => {
      if (typeof part === "string") return part;
      return "input" in part ? `\${${part.input}}` : part.shown;
    })
    .join("");
}
