/** The composer's content: a message as text, or raw bytes. */
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
}

const initial: Composition = {
  mode: "text",
  text: '{\n  "jsonrpc": "2.0",\n  "id": 1000,\n  "method": "ping"\n}',
  hex: "",
  headers: "",
};

/** The bytes to send; undefined if the hexadecimal text is invalid. */
export function bytesOf({ mode, text, hex }: Composition): Uint8Array | undefined {
  return mode === "text" ? encodeText(text) : parseHex(hex);
}

export interface CompositionStore extends ReadableStore<Composition> {
  change(composition: Partial<Composition>): void;
}

export function createCompositionStore(): CompositionStore {
  const store = createStore<Composition>(() => initial);
  return { ...toReadable(store), change: (composition) => store.setState(composition) };
}
