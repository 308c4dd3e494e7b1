/** The composer's content: a message as text, or raw bytes; and what was sent before. */
import { createStore } from "zustand/vanilla";
import { encodeText } from "../../../shared/core/bytes.ts";
import { parseHex } from "../../../shared/core/hex.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface Composition {
  readonly mode: "text" | "bytes";
  readonly text: string;
  /** Hexadecimal digits. */
  readonly hex: string;
  /** `Name: value` lines, for this message only. */
  readonly headers: string;
  /** The texts sent before, the newest first; without those that are long. */
  readonly sent: readonly string[];
}

const initial: Composition = {
  mode: "text",
  text: '{\n  "jsonrpc": "2.0",\n  "id": 1000,\n  "method": "ping"\n}',
  hex: "",
  headers: "",
  sent: [],
};

/** Texts kept as sent, and their length. */
const mostSent = 20;
const longestSent = 10_000;

/** The bytes to send; undefined if the hexadecimal text is invalid. */
export function bytesOf({ mode, text, hex }: Composition): Uint8Array | undefined {
  return mode === "text" ? encodeText(text) : parseHex(hex);
}

export interface CompositionStore extends ReadableStore<Composition> {
  change(composition: Partial<Composition>): void;
  /** Keeps the text among those that were sent. */
  keepSent(text: string): void;
}

export function createCompositionStore(): CompositionStore {
  const store = createStore<Composition>(() => initial);
  return {
    ...toReadable(store),
    change: (composition) => store.setState(composition),
    keepSent(text) {
      if (text.length > longestSent) return;
      const others = store.getState().sent.filter((other) => other !== text);
      store.setState({ sent: [text, ...others].slice(0, mostSent) });
    },
  };
}
