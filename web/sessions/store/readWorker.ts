/** Reads recordings off the main thread, and passes their entries on in slices. */
import type { RecordedEntry } from "../../../shared/recording/entries/recordedEntry.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { type OpenedDocument, type ReadDocument, readDocument } from "./readDocument.ts";

/**
 * A recording without its entries; `notRead` lists the parts of an imported file that are missing.
 */
export interface DocumentHead
  extends Omit<Recording, "entries">,
    Pick<Extract<ReadDocument, { kind: "recording" }>, "notRead"> {
  /** Whether it has messages; a document without them only names a server. */
  readonly hasEntries: boolean;
}

/** What the worker answers to a document, and then to each `next`. */
export type ReadReply =
  | Extract<ReadDocument, { kind: "refused" }>
  | { readonly kind: "head"; readonly head: DocumentHead }
  | { readonly kind: "entries"; readonly entries: readonly RecordedEntry[] };

/** Entries that the page receives in one message; fewer if they are large. */
const entriesPerSlice = 250;
/** Characters of text after which a slice ends. */
const charactersPerSlice = 500_000;

let rest: readonly RecordedEntry[] = [];
let at = 0;

self.onmessage = async ({ data }: MessageEvent<OpenedDocument | "next">) => {
  const reply = (message: ReadReply) => self.postMessage(message);
  if (data === "next") return reply({ kind: "entries", entries: nextSlice() });
  const read = await readDocument(data);
  if (read.kind === "refused") return reply({ kind: "refused", problem: read.problem });
  const { entries = [], ...head } = read.recording;
  const { notRead } = read;
  rest = entries;
  const hasEntries = read.recording.entries !== undefined && head.connections !== undefined;
  reply({ kind: "head", head: { ...head, hasEntries, ...(notRead ? { notRead } : {}) } });
};

/** @returns nothing at the end */
function nextSlice(): readonly RecordedEntry[] {
  const start = at;
  let characters = 0;
  while (at < rest.length && at - start < entriesPerSlice && characters < charactersPerSlice) {
    characters += (rest[at]?.text ?? rest[at]?.base64 ?? "").length;
    at += 1;
  }
  return rest.slice(start, at);
}
