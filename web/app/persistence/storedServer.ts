/** Converts a server with everything that belongs to it to plain data without secrets, and back. */
import { formatTarget, parseTarget, type Target } from "../../../shared/config/target.ts";
import { maskedAddress } from "../../../shared/recording/maskTarget.ts";
import { placeholdersIn } from "../../../shared/recording/placeholders.ts";
import type { ComposerDraft, Composition } from "../../calls/store/composition.ts";
import type { Draft } from "../../calls/store/drafts.ts";
import {
  type EnteredServer,
  type LostSecrets,
  nothingLost,
  type Server,
} from "../../servers/store/server.ts";
import { type ServerSettings, withSettings } from "../../servers/store/settings.ts";
import type { Stores } from "../../stores/stores.ts";
import { restoredRuns, type StoredRun, storedRuns } from "./storedRuns.ts";
import type { ServerSecrets } from "./tabSecrets.ts";

/** Settings that are not stored, because they may be secret. */
type SecretSetting = "headers" | "environment" | "sessionId";

export interface StoredServer
  extends Pick<EnteredServer, "id" | "address" | "source" | "name" | "credentials" | "selection"> {
  /** Whether a connection was open or being opened. */
  readonly wasConnected: boolean;
  readonly settings: Omit<ServerSettings, SecretSetting>;
  /** Names of the environment variables. */
  readonly environment: readonly string[];
  /** The secrets, which have to be entered again. */
  readonly lost: LostSecrets;
  readonly drafts: readonly (readonly [key: string, draft: Draft])[];
  readonly composition: StoredComposition | undefined;
  readonly runs: readonly StoredRun[];
}

/** Without headers, which may be secret. */
type StoredComposition = Omit<Composition, "headers" | "others"> & {
  readonly others: readonly Omit<ComposerDraft, "headers">[];
};

export type StoredStores = Pick<Stores, "calls" | "servers">;

/** @param origin `performance.timeOrigin`, which times of runs are added to */
export function storeServer(
  { calls }: StoredStores,
  server: EnteredServer & Partial<Pick<Server, "target" | "connection">>,
  origin: number,
): StoredServer {
  const { id, address, source, name, credentials, selection } = server;
  const { headers: _, sessionId: __, environment, ...settings } = server.settings;
  const kind = server.connection?.state.getState().kind;
  const composition = calls.compositions.getState().get(id);
  return {
    id,
    address,
    source,
    name,
    credentials,
    selection,
    wasConnected: kind === "connected" || kind === "connecting" || kind === "lost",
    settings,
    environment: environment.map(([variable]) => variable),
    lost: lostOf(server),
    drafts: [...(calls.drafts.getState().get(id) ?? [])],
    composition: composition && withoutHeaders(composition),
    runs: storedRuns(calls.runs.getState(), id, origin),
  };
}

/** Without variables and user information, and with placeholders for secret words of a command. */
export function maskedStoredAddress(address: string): string {
  const parsed = parseTarget(address);
  if (parsed.kind === "invalid") return address;
  return parsed.target.kind === "stdio"
    ? maskedAddress(parsed.target)
    : formatTarget(parsed.target);
}

function lostOf({ settings, target, lost }: Parameters<typeof storeServer>[1]): LostSecrets {
  const names = [...settings.headers.map(([name]) => name), ...(lost?.headers ?? [])];
  return {
    headers: [...new Set(names)],
    hasUserinfo: (target?.kind === "http" && target.userinfo !== undefined) || !!lost?.hasUserinfo,
    hasSessionId: settings.sessionId !== "" || !!lost?.hasSessionId,
  };
}

function withoutHeaders({ headers: _, others, ...shown }: Composition): StoredComposition {
  return { ...shown, others: others.map(({ headers: _, ...draft }) => draft) };
}

interface RestoredServer {
  readonly server: EnteredServer;
  /** Undefined if the address names no server. */
  readonly target: Target | undefined;
  /** Whether it is connected again without asking the user for anything. */
  readonly isDue: boolean;
}

/**
 * Restores a server with its drafts and results; nothing is contacted.
 * @param secrets those that were kept for this page; undefined if they have to be entered again
 * @param origin of the page that restores it
 */
export function restoreServer(
  { calls, servers }: StoredStores,
  stored: StoredServer,
  secrets: ServerSecrets | undefined,
  origin: number,
): RestoredServer {
  const { id, address, source, name, credentials, selection, wasConnected } = stored;
  const { drafts, compositions, runs } = calls;
  drafts.restore(id, stored.drafts);
  if (stored.composition) {
    const { others, ...shown } = stored.composition;
    const withHeaders = others.map((draft) => ({ ...draft, headers: "" }));
    compositions.of(id).change({ ...shown, others: withHeaders });
  }
  if (secrets?.composition) compositions.of(id).change(secrets.composition);
  runs.restore(id, restoredRuns(stored.runs, origin));

  const settings = {
    ...servers.all.newSettings(address),
    ...stored.settings,
    environment: stored.environment.map((variable) => [variable, ""] as const),
    ...secrets?.settings,
  };
  const parsed = parseTarget(address);
  const target =
    parsed.kind === "target"
      ? withUserinfo(withSettings(parsed.target, settings), secrets)
      : undefined;
  const lost = secrets ? nothingLost : stored.lost;
  const isComplete =
    target?.kind === "http" &&
    placeholdersIn(address).length === 0 &&
    lost.headers.length === 0 &&
    !lost.hasUserinfo &&
    !lost.hasSessionId;
  return {
    server: {
      id,
      address,
      source,
      name,
      credentials,
      selection,
      settings,
      lost: wasConnected ? lost : undefined,
    },
    target,
    isDue: wasConnected && isComplete && source !== "link",
  };
}

function withUserinfo(target: Target, secrets: ServerSecrets | undefined): Target {
  const userinfo = secrets?.userinfo;
  return target.kind === "http" && userinfo !== undefined ? { ...target, userinfo } : target;
}
