/**
 * Reads and writes links that name a server and an item in plain parameters, so that people can
 * write them.
 */
import { formatTarget, parseTarget } from "../config/target.ts";
import { type ReadRecording, readRecording } from "./readRecording.ts";
import { type Recording, recordingFormat, type SharedSelection } from "./recording.ts";

const kinds: readonly SharedSelection["kind"][] = [
  "tool",
  "resource",
  "template",
  "prompt",
  "skill",
  "event",
];

/**
 * Reads the parameters of a fragment: `server`, one of `tool`, `resource`, `template` and `prompt`,
 * `arguments`, `revision`, and any number of `env`.
 */
export function readDeepLink(parameters: URLSearchParams): ReadRecording {
  const parsed = parseTarget(parameters.get("server") ?? "");
  if (parsed.kind === "invalid") return { kind: "refused", problem: "damaged", at: "/server" };
  const { target } = parsed;
  const names = parameters.getAll("env");
  const kind = kinds.find((each) => parameters.has(each));
  const argumentsText = parameters.get("arguments");
  const revision = parameters.get("revision");
  return readRecording({
    format: recordingFormat,
    server:
      target.kind === "http"
        ? { kind: "http", url: target.url }
        : {
            kind: "stdio",
            command: target.command,
            args: target.args,
            // a value in the command would be in the link as well
            ...(names.length > 0 ? { environmentNames: names } : {}),
          },
    ...(revision === null ? {} : { revision }),
    ...(kind && {
      selected: {
        kind,
        name: parameters.get(kind),
        ...(argumentsText === null ? {} : { argumentsText }),
      },
    }),
  });
}

/**
 * Writes the parameters for a recording; entries are not part of them.
 * @returns undefined for a command with a working directory, which has no parameter
 */
export function formatDeepLink({ server, selected, revision }: Recording): string | undefined {
  if (server.kind === "stdio" && server.cwd !== undefined) return undefined;
  const names = server.kind === "stdio" ? (server.environmentNames ?? []) : [];
  const parameters: (readonly [name: string, value: string])[] = [
    ["server", formatTarget(server)],
    ...names.map((name) => ["env", name] as const),
    ...(selected ? [[selected.kind, selected.name] as const] : []),
    ...(selected?.argumentsText === undefined
      ? []
      : [["arguments", selected.argumentsText] as const]),
    ...(revision === undefined ? [] : [["revision", revision] as const]),
  ];
  return parameters.map(([name, value]) => `${name}=${encode(value)}`).join("&");
}

/**
 * Percent-encodes for a fragment in Markdown; characters without a meaning in both stay readable.
 */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%(?:3A|2F|40|2C)/g, decodeURIComponent);
}
