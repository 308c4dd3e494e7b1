/** Keeps server, revision, selected item and arguments in the URL's fragment, and follows Back and Forward. */
import { formatTarget } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import { readFragment } from "../../../shared/recording/fragment.ts";
import { decodeSession, encodeSession } from "../../../shared/recording/link.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { type Drafts, draftOf, itemKey } from "../../calls/store/drafts.ts";
import { smallState } from "../../calls/store/smallRecording.ts";
import type { ReadableStore } from "../../platform/readableStore.ts";
import type { ConfiguredServers } from "../../servers/store/configured/configuredServers.ts";
import type { OpenServer } from "../../servers/store/connections/openServers.ts";
import { shownServer } from "../../servers/store/server.ts";
import type { Servers } from "../../servers/store/serversStore.ts";
import type { Recordings } from "../../sessions/store/recordingsStore.ts";
import type { Selection } from "../../view/selection.ts";
import type { ViewStore } from "../../view/viewStore.ts";
import { type EntryState, entryServerId } from "./tabIds.ts";

/** The part of the browser that holds the URL. */
export interface BrowserUrl {
  readonly hash: () => string;
  readonly state: () => unknown;
  readonly push: (state: EntryState, url: string) => void;
  readonly replace: (state: EntryState, url: string) => void;
  /** Calls back when the user goes to another entry, or changes the fragment. */
  readonly onChange: (listener: () => void) => void;
  readonly reload: () => void;
}

interface UrlStateOptions {
  readonly view: ViewStore;
  readonly all: Servers;
  readonly open: ReadableStore<readonly OpenServer[]>;
  readonly configured: Pick<ConfiguredServers, "spelledOut">;
  readonly drafts: Drafts;
  readonly recordings: Pick<Recordings, "open">;
  readonly clock: Clock;
  readonly url: BrowserUrl;
  /** The address of the page, without fragment. */
  readonly base: string;
  readonly tabId: string;
  /** Called with false when the URL is to change, and with true when it shows the present state. */
  readonly onStored: (isStored: boolean) => void;
}

/** Milliseconds without a change after which the URL follows; Safari allows 100 changes in 30 s. */
const quietMs = 400;
/** The same for a selection, which does not change with every key press. */
const selectionMs = 50;
/** The longest fragment with arguments, in characters; beyond it they are left out. */
const maxFragmentLength = 16_000;

export function followUrl(options: UrlStateOptions): void {
  const { view, all, drafts, recordings, clock, url, base, tabId, onStored } = options;
  const shownNow = () => shownServer(all.getState());
  let shown: Selection | undefined = shownNow().selection;
  let cancelTimer = () => {};
  let isDue = false;
  let writing = Promise.resolve();

  const write = async () => {
    const { id, source, selection } = shownNow();
    // a link stays in the URL until the user has agreed to it
    if (source === "link") return;
    const recording = smallState(options);
    const fragment = recording ? `#s=${await encodeShort(recording)}` : "";
    const isSelection = !isSame(selection, shown);
    shown = selection;
    if (url.hash() === fragment && isOwn() && entryServerId(url.state()) === id) return;
    const change = isSelection ? url.push : url.replace;
    change({ tab: tabId, server: id }, `${base}${fragment}`);
  };
  const cancel = () => {
    cancelTimer();
    isDue = false;
  };
  const report = () => onStored(!isDue);
  const flush = () => {
    cancel();
    writing = writing.then(write).then(report);
  };
  const schedule = (ms: number) => () => {
    cancel();
    isDue = true;
    report();
    cancelTimer = clock.after(ms, flush);
  };
  const isOwn = () => (url.state() as Partial<EntryState> | null)?.tab === tabId;

  const apply = async () => {
    cancel();
    report();
    const { token, session, sealed, live } = readFragment(url.hash());
    // only a new page downloads a sealed recording or watches a live one, or uses a token, for
    // which the page loads itself again
    if (token !== undefined) return;
    if (sealed !== undefined || live !== undefined) return url.reload();
    if (isOwn()) {
      const { selected, server } = (session && (await recordingIn(session))) || {};
      showServer(options, entryServerId(url.state()), server && formatTarget(server));
      shown = selected && { kind: selected.kind, name: selected.name };
      all.select(shown);
      if (shown) view.showPane("item");
      if (selected) proposeArguments(options, shown as Selection, selected.argumentsText);
    } else if (session !== undefined) {
      await recordings.open({ kind: "link", value: session });
      shown = shownNow().selection;
    }
  };

  drafts.subscribe(schedule(quietMs));
  const [soon, later] = [schedule(selectionMs), schedule(quietMs)];
  all.subscribe((now, before) => {
    const isSelected = isSame(shownServer(now).selection, shownServer(before).selection);
    (isSelected ? later : soon)();
  });
  url.onChange(() => void apply());
  flush();
}

async function encodeShort(recording: Recording): Promise<string> {
  const encoded = await encodeSession(recording);
  const { selected } = recording;
  if (encoded.length <= maxFragmentLength || !selected) return encoded;
  const { argumentsText: _, ...item } = selected;
  return encodeSession({ ...recording, selected: item });
}

/** The recording in a fragment of this page; undefined if it is damaged. */
export async function recordingIn(session: string): Promise<Recording | undefined> {
  const opened = await decodeSession(session);
  return opened.kind === "recording" ? opened.recording : undefined;
}

/** Arguments of a URL never replace an existing draft of the item. */
export function proposeArguments(
  { drafts, all }: Pick<UrlStateOptions, "drafts" | "all">,
  selection: Selection,
  argumentsText: string | undefined,
): void {
  const { id } = shownServer(all.getState());
  const key = itemKey(selection);
  if (argumentsText === undefined || draftOf(drafts.getState(), id, key)) return;
  drafts.change(id, key, { argumentsText });
}

/**
 * Switches to the server of a history entry, or writes it into the address bar if it is not open.
 * @param id of the server
 * @param target as in fragments; undefined if the entry names none
 */
function showServer(
  { all, open, view }: UrlStateOptions,
  id: string | undefined,
  target: string | undefined,
): void {
  const state = all.getState();
  if (id === shownServer(state).id) return;
  const found =
    open.getState().find((server) => server.id === id) ??
    open.getState().find((server) => formatTarget(maskTarget(server.target).target) === target);
  if (found) all.activate(found.id);
  else if (id === state.entered.id) all.activate(undefined);
  else {
    view.showStart();
    if (target !== undefined) all.choose(target);
  }
}

function isSame(one: Selection | undefined, other: Selection | undefined): boolean {
  return one?.kind === other?.kind && one?.name === other?.name;
}
