/** Builds the small recording of the page: server, revision, selected item and its arguments. */
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import { type Recording, recordingFormat } from "../../../shared/recording/recording.ts";
import { withoutSecrets } from "../../../shared/recording/withoutSecrets.ts";
import type { Selection } from "../catalog/items.ts";
import type { Draft } from "../invocations/drafts.ts";
import type { ServerSettings } from "../servers/settings.ts";

export interface Shareable {
  readonly address: string;
  readonly revision: ServerSettings["revision"];
  readonly selection: Selection | undefined;
  readonly draft: Draft | undefined;
  /** Names of the environment variables; values are never included. */
  readonly environmentNames: readonly string[];
  readonly directory: string;
}

/** Builds a recording from named fields; undefined if the address names no server. */
export function recordingOf(shareable: Shareable): Recording | undefined {
  const parsed = parseTarget(shareable.address);
  if (parsed.kind === "invalid") return undefined;
  const { revision, selection, draft } = shareable;
  const argumentsText = draft?.argumentsText;
  return {
    format: recordingFormat,
    server: serverOf(parsed.target, shareable),
    ...(revision === "auto" ? {} : { revision }),
    ...(selection
      ? { selected: { ...selection, ...(argumentsText === undefined ? {} : { argumentsText }) } }
      : {}),
  };
}

function serverOf(target: Target, shareable: Shareable): Recording["server"] {
  if (target.kind === "http") return { kind: "http", url: withoutSecrets(target.url) };
  const names = [...new Set([...Object.keys(target.env ?? {}), ...shareable.environmentNames])];
  return {
    kind: "stdio",
    command: target.command,
    args: target.args,
    ...(shareable.directory ? { cwd: shareable.directory } : {}),
    ...(names.length > 0 ? { environmentNames: names } : {}),
  };
}
