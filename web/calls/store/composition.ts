/** The composer's drafts of each server, a message as text or raw bytes, and the messages sent before. */
import { createStore } from "zustand/vanilla";
import { parseHex } from "../../../shared/core/hex.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";

export interface ComposerDraft {
  /** Drafts are shown in the order of their ids. */
  readonly id: number;
  readonly mode: "text" | "bytes";
  readonly text: string;
  /** Hexadecimal digits. */
  readonly hex: string;
  /** `Name: value` lines, for this message only. */
  readonly headers: string;
}

/** The draft that is shown, and the others. */
export interface Composition extends ComposerDraft {
  readonly others: readonly ComposerDraft[];
  /** The texts sent before, the newest first; without those that are long. */
  readonly sent: readonly string[];
}

const blank: ComposerDraft = {
  id: 1,
  mode: "text",
  text: '{\n  "jsonrpc": "2.0",\n  "id": 1000,\n  "method": "ping"\n}',
  hex: "",
  headers: "",
};

/** Drafts that are open at a time. */
export const maxDrafts = 20;

/** Texts kept as sent, and their length. */
const maxSent = 20;
const maxSentLength = 10_000;

/** The text or the bytes to send; undefined if the hexadecimal text is invalid. */
export function messageOf({
  mode,
  text,
  hex,
}: Pick<Composition, "mode" | "text" | "hex">): string | Uint8Array | undefined {
  return mode === "text" ? text : parseHex(hex);
}

interface CompositionStore extends ReadableStore<Composition> {
  change(composition: Partial<Composition>): void;
  /** Opens a new draft for a message; it replaces the shown draft if that is unchanged. */
  open(message?: Partial<Omit<ComposerDraft, "id">>): void;
  /** Shows another draft. */
  show(id: number): void;
  /** Closes the draft that is shown; the last one is emptied. */
  close(): void;
  /** Adds the text to those sent before. */
  keepSent(text: string): void;
}

/** The composers of all servers, by server id; those that were not used are missing. */
type CompositionsState = ReadonlyMap<string, Composition>;

export interface Compositions extends ReadableStore<CompositionsState> {
  /** The composer of a server. */
  of(serverId: string): CompositionStore;
  /** Moves the drafts of one server to another, unless it has none. */
  move(from: string, to: string): void;
}

export function createCompositions(): Compositions {
  const store = createStore<CompositionsState>(() => new Map());
  const stores = new Map<string, CompositionStore>();
  const of = (serverId: string): CompositionStore => {
    const known = stores.get(serverId);
    if (known) return known;
    const made = createCompositionStore();
    made.subscribe((now) => store.setState((all) => new Map(all).set(serverId, now), true));
    stores.set(serverId, made);
    return made;
  };
  return {
    ...toReadable(store),
    of,
    move(from, to) {
      const moved = store.getState().get(from);
      if (moved) of(to).change(moved);
    },
  };
}

export function createCompositionStore(): CompositionStore {
  const store = createStore<Composition>(() => ({ ...blank, others: [], sent: [] }));
  const { getState, setState } = store;
  return {
    ...toReadable(store),
    change: (composition) => setState(composition),
    open(message = {}) {
      const drafts = draftsOf(getState());
      const { id: _, ...unchanged } = blank;
      const isUnchanged = sameDraft(getState(), blank);
      if (isUnchanged && Object.keys(message).length > 0) return setState(message);
      if (drafts.length >= maxDrafts) return setState({ ...unchanged, ...message });
      const id = Math.max(...drafts.map((draft) => draft.id)) + 1;
      setState({ ...unchanged, ...message, id, others: drafts });
    },
    show(id) {
      const drafts = draftsOf(getState());
      const shown = drafts.find((draft) => draft.id === id);
      if (shown) setState({ ...shown, others: drafts.filter((draft) => draft !== shown) });
    },
    close() {
      const { id, others } = getState();
      // the one before, as browsers do, or else the first
      const next = others.findLast((draft) => draft.id < id) ?? others[0];
      if (!next) return setState(blank);
      setState({ ...next, others: others.filter((draft) => draft !== next) });
    },
    keepSent(text) {
      if (text.length > maxSentLength) return;
      const earlier = getState().sent.filter((other) => other !== text);
      setState({ sent: [text, ...earlier].slice(0, maxSent) });
    },
  };
}

/** Every draft, the one that is shown included, in their order. */
export function draftsOf({
  id,
  mode,
  text,
  hex,
  headers,
  others,
}: Composition): readonly ComposerDraft[] {
  return [...others, { id, mode, text, hex, headers }].sort((one, other) => one.id - other.id);
}

function sameDraft(one: ComposerDraft, other: ComposerDraft): boolean {
  const { mode, text, hex, headers } = other;
  return one.mode === mode && one.text === text && one.hex === hex && one.headers === headers;
}
