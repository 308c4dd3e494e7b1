/** Restores what a tab showed before a reload, and reconnects to servers that need no secrets. */
import { formatTarget, parseTarget, type Target } from "../../../shared/config/target.ts";
import { isRevision } from "../../../shared/mcp/revisions.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import { placeholdersIn } from "../../../shared/recording/placeholders.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { unconnected } from "../invocations/drafts.ts";
import type { Stores } from "../stores.ts";
import { nothingLeftOut } from "./persistenceStore.ts";
import { restoredRuns } from "./storedRuns.ts";
import { restoreOthers } from "./storedServers.ts";
import type { TabContent } from "./tabContent.ts";
import { proposeArguments } from "./urlState.ts";

export interface RestoreOptions {
  readonly stores: Stores;
  /** Undefined where nothing was stored. */
  readonly content: TabContent | undefined;
  /** What the URL says. */
  readonly recording: Recording | undefined;
  /** The connections that were resumed already. */
  readonly resumed: "sign-in" | "process" | undefined;
  /** `performance.timeOrigin` */
  readonly origin: number;
}

export function restoreTab({ stores, content, recording, resumed, origin }: RestoreOptions): void {
  // a sign-in has stored the screen itself
  if (resumed === "sign-in") return;
  const { records, connector } = stores.connections;
  const { addressBar } = stores.servers;
  // before the drafts of the active server, which the first opened server gets
  if (content) restoreOthers(stores, content.others, origin);
  if (content) restoreDrafts(stores, content);

  // Back may lead to a server that was shown before the stored one
  const isOther = content && recording && !isSameServer(content.address, recording);
  const known = isOther ? undefined : content;
  // text that the user has typed meanwhile stays
  const isFree = addressBar.getState().address === "" && records.getState().activeId === undefined;
  if (isFree) restoreServer(stores, known, recording);
  else if (resumed === undefined) return;
  restoreSelection(stores, known, recording);

  const { offer } = stores.persistence;
  if (isFree && !addressBar.getState().isFromLink && (known?.wasConnected || isOther || !content)) {
    const parsed = parseTarget(addressBar.getState().address);
    if (parsed.kind !== "target") return;
    const { target } = parsed;
    if (known && isComplete(target, known)) connector.connect();
    else
      offer({
        address: formatTarget(target),
        kind: target.kind,
        notStored: known?.notStored ?? nothingLeftOut,
      });
  }
  if (known) restoreRuns(stores, known, origin, resumed === "process");
  if (known) restorePlace(stores, known);
}

/** Where the active server was among the others, and its name. */
function restorePlace({ connections }: Stores, { name, place }: TabContent): void {
  const { records } = connections;
  const { activeId } = records.getState();
  if (activeId === undefined) return;
  if (name !== undefined) records.rename(activeId, name);
  records.move(activeId, place);
}

function restoreDrafts(stores: Stores, content: TabContent): void {
  const { drafts, composition } = stores.invocations;
  const { activeId = unconnected } = stores.connections.records.getState();
  const written = drafts.getState();
  for (const [id, own] of content.otherDrafts) {
    drafts.restore(id, [...own, ...(written.get(id) ?? [])]);
  }
  drafts.restore(activeId, [...content.drafts, ...(written.get(activeId) ?? [])]);
  // an earlier version of the page stored one draft only
  const { others = [], ...shown } = content.composition;
  composition.change({ ...shown, others: others.map((draft) => ({ ...draft, headers: "" })) });
}

function restoreServer(
  { servers }: Stores,
  content: TabContent | undefined,
  recording: Recording | undefined,
): void {
  const { addressBar, settings } = servers;
  if (content) {
    settings.adopt(content.address, content.isFromLink);
    settings.change({
      ...content.settings,
      environment: content.environment.map((name) => [name, ""] as const),
    });
    const { address, isFromLink, isPasted = false } = content;
    addressBar.restore({ address, isFromLink, isPasted });
  } else if (recording) {
    const { server, revision } = recording;
    const address = formatTarget(server);
    settings.adopt(address);
    settings.change({
      revision: isRevision(revision) ? revision : "auto",
      ...(server.kind === "stdio" ? { directory: server.cwd ?? "" } : {}),
    });
    addressBar.write(address);
  }
}

function restoreSelection(
  stores: Stores,
  content: TabContent | undefined,
  recording: Recording | undefined,
): void {
  const { view, connections, invocations } = stores;
  const selected = recording ? recording.selected : content?.view.selection;
  const selection = selected && { kind: selected.kind, name: selected.name };
  view.select(selection);
  if (content) {
    view.showPane(content.view.pane);
    view.showTraffic(content.view.trafficView);
  }
  if (selection && recording?.selected) {
    const { records } = connections;
    const { drafts } = invocations;
    proposeArguments({ drafts, records }, selection, recording.selected.argumentsText);
  }
}

/** Results belong to a connection: they are shown once there is one to the same server. */
function restoreRuns(
  stores: Stores,
  content: TabContent,
  origin: number,
  isResumed: boolean,
): void {
  const { records } = stores.connections;
  const restore = () => {
    const { activeId } = records.getState();
    if (activeId === undefined) return false;
    const record = records.getState().records.get(activeId);
    if (isResumed || record?.address === content.address) {
      stores.invocations.runs.restore(activeId, restoredRuns(content.runs, origin));
    }
    return true;
  };
  if (restore()) return;
  const stop = records.subscribe(() => {
    if (restore()) stop();
  });
}

/** Whether a connection to a server can be made without asking the user for anything. */
function isComplete(target: Target, { notStored, address }: TabContent): boolean {
  const { headers, hasUserinfo, hasSessionId } = notStored;
  if (target.kind !== "http" || placeholdersIn(address).length > 0) return false;
  return headers.length === 0 && !hasUserinfo && !hasSessionId;
}

function isSameServer(address: string, { server }: Recording): boolean {
  const parsed = parseTarget(address);
  if (parsed.kind === "invalid") return false;
  // the name of a configured HTTP server is parsed as a command
  if (parsed.target.kind === "stdio" && server.kind === "http") return true;
  return formatTarget(maskTarget(parsed.target).target) === formatTarget(server);
}
