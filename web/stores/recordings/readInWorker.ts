/** Has a recording read in a worker, so that a large one does not block the page. */
import type { RecordedEntry } from "../../../shared/recording/entries/recordedEntry.ts";
import { startWorker } from "../../platform/trustedWorker.ts";
import type { OpenProblem } from "./openedRecording.ts";
import type { OpenedDocument } from "./readDocument.ts";
import type { ReadReply, RecordingHead } from "./readWorker.ts";
import workerUrl from "./readWorker.ts?worker&url";

export interface ReadHandlers {
  /** Called once, before the entries. */
  head(head: RecordingHead): void;
  /** Called with each slice, in order; the next one is requested when it returns. */
  entries(entries: readonly RecordedEntry[]): void;
}

/** @returns why the document was refused; undefined once everything was handed over */
export async function readInWorker(
  opened: OpenedDocument,
  handlers: ReadHandlers,
): Promise<OpenProblem["code"] | undefined> {
  const worker = startWorker(workerUrl);
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ReadReply>) => {
        try {
          if (data.kind === "refused") return resolve(data.problem);
          if (data.kind === "head") handlers.head(data.head);
          else if (data.entries.length === 0) return resolve(undefined);
          else handlers.entries(data.entries);
          worker.postMessage("next");
        } catch (error) {
          reject(error);
        }
      };
      worker.onerror = () => resolve("not-loaded");
      worker.postMessage(opened);
    });
  } finally {
    worker.terminate();
  }
}
