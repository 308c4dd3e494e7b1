/** Reads a recording from a link, a ciphertext or a file. */
import { decodeSession } from "../../../shared/recording/link.ts";
import { type ReadSession, readSession } from "../../../shared/recording/readSession.ts";
import { openSealed } from "../../../shared/recording/sealed.ts";
import type { OpenProblem } from "./openedRecording.ts";

export type OpenedDocument =
  | { readonly kind: "link"; readonly value: string }
  | { readonly kind: "sealed"; readonly bytes: Uint8Array<ArrayBuffer>; readonly key: string }
  | { readonly kind: "file"; readonly file: Blob };

export type ReadDocument =
  | Extract<ReadSession, { kind: "recording" }>
  | { readonly kind: "refused"; readonly problem: OpenProblem["code"] };

/** Reads and validates a document; nothing in it decides how much work that is. */
export async function readDocument(opened: OpenedDocument): Promise<ReadDocument> {
  switch (opened.kind) {
    case "link":
      return decodeSession(opened.value);
    case "sealed":
      return openSealed(opened.bytes, opened.key);
    case "file":
      return readSession(opened.file);
  }
}
