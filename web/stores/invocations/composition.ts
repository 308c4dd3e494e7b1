/** What the composer holds: a message as text, or bytes as they are. */
import { createStore } from "zustand/vanilla";
import { encodeText } from "../../../shared/core/bytes.ts";
import { parseHex } from "../../../shared/core/hex.ts";
import { type ReadableStore, toReadable } from "../readableStore.ts";

export interface Composition {
  readonly mode: "text" | "bytes";
  readonly text: string;
  /** Hexadecimal digits. */
  readonly hex: string;
  /** `Name: value` lines, for this message alone. */
  readonly headers: string;
}

const initial: Composition = {
  mode: "text",
  text: '{\n  "jsonrpc": "2.0",\n  "id": 1000,\n  "method": "ping"\n}',
  hex: "",
  headers: "",
};

/** The bytes to send; undefined where the hexadecimal digits are none. */
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
