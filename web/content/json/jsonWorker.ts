/** Worker that indexes a large JSON text and sorts its tables. */
import { indexJson } from "./jsonIndex.ts";
import { type Sorting, sortRows } from "./jsonTable.ts";
import { childrenOf, type JsonDocument } from "./jsonTree.ts";

/** The first message has the text; later ones ask for an order. */
export type JsonRequest =
  | { readonly kind: "open"; readonly text: string }
  | { readonly kind: "sort"; readonly node: number; readonly sorting: Sorting };

export type JsonReply =
  | { readonly kind: "opened"; readonly length: number; readonly data: Uint32Array<ArrayBuffer> }
  | { readonly kind: "refused" }
  | { readonly kind: "sorted"; readonly rows: Uint32Array<ArrayBuffer> };

let document: JsonDocument | undefined;

self.onmessage = ({ data }: MessageEvent<JsonRequest>) => {
  const reply = (message: JsonReply, transfer: Transferable[] = []) =>
    self.postMessage(message, { transfer });
  if (data.kind === "open") {
    const index = indexJson(data.text);
    if (!index) return reply({ kind: "refused" });
    document = { text: data.text, index };
    const copy = index.data.slice();
    return reply({ kind: "opened", length: index.length, data: copy }, [copy.buffer]);
  }
  if (!document) return;
  const rows = Uint32Array.from(childrenOf(document.index, data.node));
  const sorted = sortRows(document, rows, data.sorting);
  reply({ kind: "sorted", rows: sorted }, [sorted.buffer]);
};
