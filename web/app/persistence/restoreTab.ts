/** Restores what a tab showed before a reload, a redirect or a way back in its history. */
import { formatTarget, parseTarget } from "../../../shared/config/target.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import type { ResumeState, ResumeStates } from "../../servers/store/connections/resumeState.ts";
import {
  addressedServer,
  nothingLost,
  type Server,
  type ServersState,
  serverKey,
} from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { Stores } from "../../stores/stores.ts";
import { restoreServer, type StoredServer } from "./storedServer.ts";
import type { TabContent } from "./tabContent.ts";
import type { TabSecrets } from "./tabSecrets.ts";
import { proposeArguments } from "./urlState.ts";

export interface RestoreOptions {
  readonly stores: Stores;
  /** Undefined where nothing was stored. */
  readonly content: TabContent | undefined;
  /** Undefined unless the tab was redirected. */
  readonly secrets: TabSecrets | undefined;
  /** What the URL says, and the server that its history entry was written for. */
  readonly recording: Recording | undefined;
  readonly entryServerId: string | undefined;
  /** Processes that kept running. */
  readonly left: ResumeStates;
  /** Whether the user has done nothing since the page restored what it could without the content. */
  readonly isUntouched?: boolean;
  /** `performance.timeOrigin` */
  readonly origin: number;
}

/**
 * Contacts no server; processes that kept running are reattached to.
 * @returns the servers that can be connected again without asking the user for anything
 */
export function restoreTab(options: RestoreOptions): readonly string[] {
  const { stores, content, recording, left } = options;
  const { all } = stores.servers;
  const { activeId, entered } = all.getState();
  // what the user has typed or opened meanwhile stays
  const isFree = options.isUntouched || (activeId === undefined && entered.address === "");
  const due = content ? restoreServers(options, content, isFree) : [];
  if (content?.taps) stores.taps.recordings.restore(content.taps);
  for (const state of left.processes) reattach(stores, state);
  if (!isFree) return due;

  const server = recording && serverOfUrl(all.getState(), options);
  const wantedId = recording ? server?.id : (content?.activeId ?? left.activeId);
  all.activate(wantedId);
  // Back may lead to a server that is not open
  const isGone = recording !== undefined && server === undefined && !isEntered(all, options);
  if (isGone) enterRecorded(stores, recording);
  else if (content) {
    stores.view.showPane(content.view.pane);
    stores.view.showTraffic(content.view.trafficView);
  }
  if (recording) showItem(stores, recording);
  else if (content?.isEntering) all.write(content.entered.address);
  return due;
}

function restoreServers(
  { stores, secrets, origin }: RestoreOptions,
  content: TabContent,
  isFree: boolean,
): readonly string[] {
  const { all } = stores.servers;
  const restore = (stored: StoredServer) => {
    const own = secrets?.servers.find(({ id }) => id === stored.id);
    return restoreServer(stores, stored, own, origin);
  };
  const closed = content.closed.map((stored) => restore(stored).server);
  const { attempts, closed: closedSince } = all.getState();
  all.restore({
    closed: new Map([
      ...closed.map((each) => [serverKey(each.address), each] as const),
      ...closedSince,
    ]),
    attempts: new Map([...content.attempts, ...attempts]),
    ...(isFree ? { entered: restore(content.entered).server } : {}),
  });
  return content.open.flatMap((stored) => {
    const { server, target, isDue } = restore(stored);
    if (!target || all.getState().open.has(server.id)) return [];
    all.add({ ...server, target });
    return isDue ? [server.id] : [];
  });
}

/** Reattaches to a process that kept running during a reload. */
function reattach({ servers, connections }: Stores, left: ResumeState): void {
  const { serverId, address, cwd, environmentNames } = left;
  const { all } = servers;
  if (!all.getState().open.has(serverId)) {
    const parsed = parseTarget(address);
    if (parsed.kind !== "target" || parsed.target.kind !== "stdio") return;
    all.add({
      id: serverId,
      address,
      target: { ...parsed.target, ...(cwd ? { cwd } : {}), shown: address },
      settings: {
        ...all.newSettings(address),
        directory: cwd ?? "",
        environment: environmentNames.map((name) => [name, ""] as const),
      },
    });
  }
  connections.opener.reattach(serverId, left);
}

/** The open server that a URL of this tab shows. */
function serverOfUrl(
  { open }: ServersState,
  { recording, entryServerId = "" }: RestoreOptions,
): Server | undefined {
  return (
    open.get(entryServerId) ??
    [...open.values()].find(({ address }) => isSameServer(address, recording))
  );
}

/** Whether a URL of this tab shows the entered server. */
function isEntered(servers: Servers, { recording, entryServerId }: RestoreOptions): boolean {
  const { id, address } = servers.getState().entered;
  return id === entryServerId || isSameServer(address, recording);
}

/** Writes the server of a URL into the address bar. */
function enterRecorded({ servers }: Stores, { server, revision }: Recording): void {
  const { all } = servers;
  const address = formatTarget(server);
  all.choose(address);
  const { id } = addressedServer(all.getState());
  all.change(id, {
    revision: isRevision(revision) ? revision : "auto",
    ...(server.kind === "stdio" ? { directory: server.cwd ?? "" } : {}),
  });
  all.restore({ entered: { ...all.getState().entered, lost: nothingLost } });
}

function showItem({ servers, calls }: Stores, { selected }: Recording): void {
  const { all } = servers;
  const selection = selected && { kind: selected.kind, name: selected.name };
  all.select(selection);
  if (selection && selected) {
    proposeArguments({ ...calls, all }, selection, selected.argumentsText);
  }
}

function isSameServer(address: string, recording: Recording | undefined): boolean {
  const parsed = parseTarget(address);
  if (parsed.kind === "invalid" || !recording) return false;
  return formatTarget(maskTarget(parsed.target).target) === formatTarget(recording.server);
}
