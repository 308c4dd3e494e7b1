/** Opens a recording: downloads and reads it in a worker while the code that shows it is loaded. */
import type { OpenProblem, RecordingSource } from "./openedRecording.ts";
import { proposeServer } from "./proposeServer.ts";
import type { OpenedDocument } from "./readDocument.ts";
import { readInWorker } from "./readInWorker.ts";
import type { DocumentHead } from "./readWorker.ts";
import { downloadSealed } from "./sealedRelay.ts";
import type { EntryRestore, ShowRecordingOptions } from "./showRecording.ts";

export interface OpenRecordingOptions extends ShowRecordingOptions {
  readonly fetch: typeof globalThis.fetch;
  /** The address of the page, whose relay holds sealed recordings. */
  readonly base: string;
}

/** A source that is read as a whole. */
type StoredSource = Exclude<RecordingSource, { kind: "live" }>;

/**
 * Opens a recording. One without messages only proposes its server.
 * @throws if the code that shows it cannot be loaded
 * @returns why it was refused; undefined once it, or what it proposes, is shown
 */
export async function openRecording(
  options: OpenRecordingOptions,
  source: StoredSource,
): Promise<OpenProblem | undefined> {
  const refuse = (code: OpenProblem["code"]) => ({ source: source.kind, code });
  const load = () => import("./showRecording.ts");
  // loaded while the document is read, except for a link: most links have no messages
  if (source.kind !== "link") load().catch(() => {});
  let head: DocumentHead | undefined;
  let restore: EntryRestore | undefined;
  const problem = await readInWorker(documentOf(options, source), {
    async head(read) {
      head = read;
      if (!read.hasEntries) return proposeServer(options, read);
      const { createRestore } = await load();
      restore = createRestore(options, read, source.kind);
    },
    entries: (entries) => entries.forEach((entry) => void restore?.append(entry)),
  });
  if (problem) return refuse(problem);
  if (!head || !restore) return undefined;
  const { show } = await load();
  await show(options, source, head, restore.servers);
  return undefined;
}

async function documentOf(
  { fetch, base }: OpenRecordingOptions,
  source: StoredSource,
): Promise<OpenedDocument | OpenProblem["code"]> {
  return source.kind === "sealed" ? downloadSealed({ fetch, base }, source.value) : source;
}
