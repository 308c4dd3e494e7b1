/** Builds the small recording of the page: server, revision, selected item and its arguments. */
import { parseTarget, type Target } from "../../../shared/config/target.ts";
import { maskHead } from "../../../shared/recording/maskHead.ts";
import { type Recording, recordingFormat } from "../../../shared/recording/recording.ts";
import { withoutSecrets } from "../../../shared/recording/withoutSecrets.ts";
import type { ConfiguredServers } from "../../servers/store/configured/configuredServers.ts";
import { shownServer } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import { secretsOfServers } from "../../servers/store/sessionSecrets.ts";
import type { ServerSettings } from "../../servers/store/settings.ts";
import type { Selection } from "../../view/selection.ts";
import { type Draft, type Drafts, draftOf, itemKey } from "./drafts.ts";

interface Shareable {
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

interface SmallStateOptions {
  readonly all: Pick<Servers, "getState">;
  readonly configured: Pick<ConfiguredServers, "spelledOut">;
  readonly drafts: Pick<Drafts, "getState">;
}

/** The small state of the page, masked as in links; undefined while the address names no server. */
export function smallState({ all, configured, drafts }: SmallStateOptions): Recording | undefined {
  const { id, address, selection, settings } = shownServer(all.getState());
  const { revision, environment, directory } = settings;
  const recording = recordingOf({
    address: configured.spelledOut(address),
    revision,
    selection,
    draft: selection && draftOf(drafts.getState(), id, itemKey(selection)),
    environmentNames: environment.map(([name]) => name),
    directory,
  });
  return recording && maskHead(recording, secretsOfServers(all.getState()));
}
