/** Copies a logged message into the composer, unchanged. */

import { encodeText } from "../../../shared/core/bytes.ts";
import { formatHex } from "../../../shared/core/hex.ts";
import type { MessageEntry } from "../../../shared/log/entry.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { shownServer } from "../../servers/store/server.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** Returns text for valid UTF-8, otherwise the bytes. */
export function useCompose(): (entry: MessageEntry, bytes: Uint8Array) => void {
  const { view, calls, servers } = useStores();
  return ({ carrier }, bytes) => {
    const text = messageText(carrier, bytes);
    const isText = carrier === "sse" || sameBytes(encodeText(text), withoutLineEnd(bytes));
    const { id } = shownServer(servers.all.getState());
    calls.compositions
      .of(id)
      .open(
        isText ? { mode: "text", text } : { mode: "bytes", hex: formatHex(withoutLineEnd(bytes)) },
      );
    view.showPane("composer");
  };
}

function withoutLineEnd(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && one.every((byte, at) => byte === other[at]);
}
