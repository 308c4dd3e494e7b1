/** The stored log of a tab: encrypted chunks of masked entries, named in the order of the log. */
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import type { SealedItems } from "../../../platform/storage/sealedItems.ts";

/** A chunk; `page` distinguishes the pages of the tab, whose numbers of HTTP exchanges overlap. */
export interface LogChunk {
  readonly page: string;
  readonly entries: readonly RecordedEntry[];
}

/** Bytes of chunks that are kept per tab. */
export const maxBytes = 50_000_000;

const prefix = "log ";

/** @param page milliseconds since 1970 at which the page began */
export const pageName = (page: number): string => Math.round(page).toString().padStart(15, "0");

export const chunkName = (page: string, number: number): string =>
  `${prefix}${page} ${number.toString().padStart(6, "0")}`;

/** The names of all chunks, oldest first. */
export async function chunkNames(items: SealedItems): Promise<readonly string[]> {
  return (await items.names()).filter((name) => name.startsWith(prefix)).sort();
}

export async function readChunk(items: SealedItems, name: string): Promise<LogChunk | undefined> {
  const chunk = (await items.read(name)) as Partial<LogChunk> | undefined;
  return typeof chunk?.page === "string" && Array.isArray(chunk.entries)
    ? (chunk as LogChunk)
    : undefined;
}
