/** Builds a recording from the workspace and a link from the recording. */

import { parseTarget, type Target } from "../../../shared/config/target.ts";
import { encodeSession } from "../../../shared/recording/link.ts";
import { type Recording, recordingFormat } from "../../../shared/recording/recording.ts";
import { withoutSecrets } from "../../../shared/recording/withoutSecrets.ts";
import type { Draft } from "../../stores/invocations/drafts.ts";
import type { Settings } from "../../stores/servers/settings.ts";
import type { Selection } from "../../stores/view/viewStore.ts";

export interface Shareable {
  readonly address: string;
  readonly revision: Settings["revision"];
  readonly selection: Selection | undefined;
  readonly draft: Draft | undefined;
  /** Names of the environment variables; values are never included. */
  readonly environmentNames: readonly string[];
  readonly directory: string;
}

/** Builds a recording from named fields; undefined where the address names no server. */
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

/**
 * Creates the link that carries a recording.
 * @param base the address of the page, without a fragment
 */
export async function linkOf(recording: Recording, base: string): Promise<string> {
  return `${base}#s=${await encodeSession(recording)}`;
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
