/** Indexes JSON text for a view: synchronously when it is small, in a worker when it is large. */
import { startTransition, useEffect, useMemo, useState } from "react";
import { startWorker } from "../../platform/trustedWorker.ts";
import { indexJson } from "./jsonIndex.ts";
import { type Sorting, sortRows } from "./jsonTable.ts";
import { childrenOf, type JsonDocument } from "./jsonTree.ts";
import type { JsonReply, JsonRequest } from "./jsonWorker.ts";
import workerUrl from "./jsonWorker.ts?worker&url";

/**
 * UTF-16 code units up to which a text is indexed synchronously, which takes a few milliseconds.
 */
const maxSyncLength = 128 * 1024;

/** Milliseconds that a large text may take. */
const timeLimit = 20_000;

export interface OpenDocument extends JsonDocument {
  /** The rows of an array in order; undefined when it took too long. */
  sort(node: number, sorting: Sorting): Promise<Uint32Array | undefined>;
}

/** `refused`: not JSON, or too large for a tree. */
type JsonState = OpenDocument | "pending" | "refused";

export function useJsonDocument(text: string): JsonState {
  const isSmall = text.length <= maxSyncLength;
  const small = useMemo(() => (isSmall ? openSmall(text) : undefined), [isSmall, text]);
  const [large, setLarge] = useState<{ readonly of: string; readonly state: JsonState }>();

  useEffect(() => {
    if (isSmall) return;
    const worker = startWorker(workerUrl);
    void ask(worker, { kind: "open", text }).then((reply) => {
      const state: JsonState =
        reply?.kind === "opened"
          ? { text, index: { length: reply.length, data: reply.data }, sort: sortIn(worker) }
          : "refused";
      // the views are drawn in slices
      startTransition(() => setLarge({ of: text, state }));
    });
    return () => worker.terminate();
  }, [isSmall, text]);

  if (isSmall) return small ?? "refused";
  return large?.of === text ? large.state : "pending";
}

function openSmall(text: string): OpenDocument | undefined {
  const index = indexJson(text);
  if (!index) return undefined;
  const document = { text, index };
  const sort = async (node: number, sorting: Sorting) =>
    sortRows(document, Uint32Array.from(childrenOf(index, node)), sorting);
  return { ...document, sort };
}

function sortIn(worker: Worker): OpenDocument["sort"] {
  // One at a time: a reply does not say which request it answers.
  let last: Promise<unknown> = Promise.resolve();
  return (node, sorting) => {
    const sorted = last.then(() => ask(worker, { kind: "sort", node, sorting }));
    last = sorted;
    return sorted.then((reply) => (reply?.kind === "sorted" ? reply.rows : undefined));
  };
}

/** @returns undefined when the worker failed or took too long, which ends it */
function ask(worker: Worker, request: JsonRequest): Promise<JsonReply | undefined> {
  return new Promise((resolve) => {
    const giveUp = () => {
      worker.terminate();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, timeLimit);
    worker.onmessage = ({ data }: MessageEvent<JsonReply>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = () => {
      clearTimeout(timer);
      giveUp();
    };
    worker.postMessage(request);
  });
}
