/** Builds the address bar's suggestions: configured servers by name, then recent servers. */

import { formatCommandLine } from "../../../shared/config/commandLine.ts";
import type {
  Configuration,
  ConfiguredServer,
  Template,
} from "../../../shared/config/configured.ts";
import type { Choice } from "../../ui/fields/choice.ts";

/** @param saved each as it is written in the address bar */
export function serverChoices(
  { servers }: Configuration,
  saved: readonly string[],
): readonly Choice<string>[] {
  const known = new Set(servers.flatMap((server) => [server.name, describeServer(server)]));
  return [
    ...servers.map((server) => ({
      id: server.name,
      label: server.name,
      description: `${server.source} · ${describeServer(server)}`,
    })),
    ...saved.filter((text) => !known.has(text)).map((text) => ({ id: text, label: text })),
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
