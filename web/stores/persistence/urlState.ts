/** Keeps server, revision, selected item and arguments in the URL's fragment, and follows Back and Forward. */
import { formatTarget } from "../../../shared/config/target.ts";
import type { Clock } from "../../../shared/core/clock.ts";
import { readFragment } from "../../../shared/recording/fragment.ts";
import { decodeSession, encodeSession } from "../../../shared/recording/link.ts";
import { maskHead } from "../../../shared/recording/maskHead.ts";
import { maskTarget } from "../../../shared/recording/maskTarget.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { activeRecord, type ConnectionRecords } from "../connections/connectionRecords.ts";
import type { OpenServer } from "../connections/openServers.ts";
import type { ServerSwitch } from "../connections/serverSwitch.ts";
import { type Drafts, draftOf, itemKey, unconnected } from "../invocations/drafts.ts";
import type { ReadableStore } from "../readableStore.ts";
import { openLink } from "../recordings/openLink.ts";
import { secretsOfSettings } from "../recordings/sessionSecrets.ts";
import { recordingOf } from "../recordings/smallRecording.ts";
import type { AddressBar } from "../servers/addressBar.ts";
import type { ConfiguredServers } from "../servers/configuredServers.ts";
import type { SettingsStore } from "../servers/settingsStore.ts";
import type { Selection, ViewStore } from "../view/viewStore.ts";
import type { EntryState } from "./tabIds.ts";

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

export interface UrlStateOptions {
  readonly view: ViewStore;
  readonly addressBar: AddressBar;
  readonly settings: SettingsStore;
  readonly configured: Pick<ConfiguredServers, "spelledOut">;
  readonly drafts: Drafts;
  readonly records: ConnectionRecords;
  readonly open: ReadableStore<readonly OpenServer[]>;
  readonly serverSwitch: Pick<ServerSwitch, "activate">;
  readonly clock: Clock;
  readonly url: BrowserUrl;
  /** The address of the page, without fragment. */
  readonly base: string;
  readonly tabId: string;
}

/** Milliseconds without a change after which the URL follows; Safari allows 100 changes in 30 s. */
const quietMs = 400;
/** The same for a selection, which does not change with every key press. */
const selectionMs = 50;
/** The longest fragment with arguments, in characters; beyond it they are left out. */
const maxFragmentLength = 16_000;

/** @returns a function that settles once the URL shows the present state */
export function followUrl(options: UrlStateOptions): () => Promise<void> {
  const { view, addressBar, settings, drafts, records, clock, url, base, tabId } = options;
  let shown: Selection | undefined = view.getState().selection;
  let cancel = () => {};
  let writing = Promise.resolve();

  const write = async () => {
    // a link stays in the URL until the user has agreed to it
    if (addressBar.getState().isFromLink) return;
    const recording = smallState(options);
    const fragment = recording ? `#s=${await encodeShort(recording)}` : "";
    const { selection } = view.getState();
    const isSelection = !isSame(selection, shown);
    shown = selection;
    if (url.hash() === fragment && isOwn()) return;
    const change = isSelection ? url.push : url.replace;
    change({ tab: tabId }, `${base}${fragment}`);
  };
  const flush = () => {
    cancel();
    writing = writing.then(write);
    return writing;
  };
  const schedule = (ms: number) => () => {
    cancel();
    cancel = clock.after(ms, () => void flush());
  };
  const isOwn = () => (url.state() as Partial<EntryState> | null)?.tab === tabId;

  const apply = async () => {
    cancel();
    const { token, session, sealed, live } = readFragment(url.hash());
    // only a new page uses the token in the URL, downloads a sealed recording, or watches a live
    // one
    if (token !== undefined || sealed !== undefined || live !== undefined) return url.reload();
    if (isOwn()) {
      const { selected, server } = (session && (await recordingIn(session))) || {};
      const target = server && formatTarget(server);
      if (target !== undefined && target !== serverNow(options)) showServer(options, target);
      shown = selected && { kind: selected.kind, name: selected.name };
      view.select(shown);
      if (shown) view.showPane("item");
      if (selected) proposeArguments(options, shown as Selection, selected.argumentsText);
    } else if (session !== undefined) {
      const opened = await openLink({ view, addressBar, settings, drafts }, session);
      if (opened.kind === "shown" && opened.hasEntries) return url.reload();
      shown = view.getState().selection;
    }
  };

  for (const store of [addressBar, settings, drafts, records]) store.subscribe(schedule(quietMs));
  view.subscribe(schedule(selectionMs));
  url.onChange(() => void apply());
  void flush();
  return flush;
}

/** The small state of the page, masked as in links; undefined while the address names no server. */
export function smallState(
  options: Pick<
    UrlStateOptions,
    "view" | "addressBar" | "settings" | "configured" | "drafts" | "records"
  >,
): Recording | undefined {
  const { view, addressBar, settings, configured, drafts, records } = options;
  const { selection } = view.getState();
  const { revision, environment, directory } = settings.getState();
  const { activeId = unconnected } = records.getState();
  const recording = recordingOf({
    address: configured.spelledOut(addressBar.getState().address),
    revision,
    selection,
    draft: selection && draftOf(drafts.getState(), activeId, itemKey(selection)),
    environmentNames: environment.map(([name]) => name),
    directory,
  });
  return recording && maskHead(recording, secretsOfSettings(settings.getState()));
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
  { drafts, records }: Pick<UrlStateOptions, "drafts" | "records">,
  selection: Selection,
  argumentsText: string | undefined,
): void {
  const { activeId = unconnected } = records.getState();
  const key = itemKey(selection);
  if (argumentsText === undefined || draftOf(drafts.getState(), activeId, key)) return;
  drafts.change(activeId, key, { argumentsText });
}

/** Switches to a server that is open, or writes it into the address bar. */
function showServer({ open, serverSwitch, addressBar }: UrlStateOptions, server: string): void {
  const found = open
    .getState()
    .find(({ target }) => formatTarget(maskTarget(target).target) === server);
  if (found) serverSwitch.activate(found.id);
  else addressBar.choose(server);
}

/** The server of the page, as in fragments. */
function serverNow(options: UrlStateOptions): string | undefined {
  const written = smallState(options)?.server;
  const record = activeRecord(options.records.getState());
  return written ? formatTarget(written) : record && formatTarget(record.target);
}

function isSame(one: Selection | undefined, other: Selection | undefined): boolean {
  return one?.kind === other?.kind && one?.name === other?.name;
}
