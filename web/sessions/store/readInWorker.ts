/** Reads a recording in a worker, so that a large one does not block the page. */
import type { RecordedEntry } from "../../../shared/recording/entries/recordedEntry.ts";
import { startWorker } from "../../platform/trustedWorker.ts";
import type { OpenProblem } from "./openedRecording.ts";
import type { OpenedDocument } from "./readDocument.ts";
import type { DocumentHead, ReadReply } from "./readWorker.ts";
import workerUrl from "./readWorker.ts?worker&url";

interface ReadHandlers {
  /** Called once, before the entries, which wait until it resolves. */
  head(head: DocumentHead): Promise<void>;
  /** Called with each slice, in order; the next one is requested when it returns. */
  entries(entries: readonly RecordedEntry[]): void;
}

/**
 * Starts the worker immediately and passes the document to it when it is ready.
 * @param opened the document, or why there is none
 * @throws what a handler throws
 * @returns why the document was refused; undefined once everything was delivered
 */
export async function readInWorker(
  opened: Promise<OpenedDocument | OpenProblem["code"]>,
  handlers: ReadHandlers,
): Promise<OpenProblem["code"] | undefined> {
  const worker = startWorker(workerUrl);
  try {
    return await new Promise((resolve, reject) => {
      const receive = async (data: ReadReply) => {
        if (data.kind === "refused") return resolve(data.problem);
        if (data.kind === "head") await handlers.head(data.head);
        else if (data.entries.length === 0) return resolve(undefined);
        else handlers.entries(data.entries);
        worker.postMessage("next");
      };
      worker.onmessage = ({ data }: MessageEvent<ReadReply>) => void receive(data).catch(reject);
      worker.onerror = () => resolve("not-loaded");
      opened.then((document) => {
        if (typeof document === "string") resolve(document);
        else worker.postMessage(document);
      }, reject);
    });
  } finally {
    worker.terminate();
  }
}
