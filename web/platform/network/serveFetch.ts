/** The worker's side: sends requests, notes when each chunk arrives and passes it on with backpressure. */
import type { NetworkReply, NetworkRequest, ReadChunk } from "./workerFrames.ts";

/** A worker's global scope or a message port. */
interface NetworkPort {
  postMessage(reply: NetworkReply, transfer: Transferable[]): void;
}

interface Exchange {
  readonly abort: AbortController;
  /** Called when the page requests a batch. */
  pull(): void;
}

/** Bytes to read ahead of the page. */
const readAheadBytes = 1024 * 1024;

/**
 * @param port connected to the page
 * @param now milliseconds since the epoch on a monotonic clock
 * @returns handles the messages of the page
 */
export function serveFetch(
  port: NetworkPort,
  fetch: typeof globalThis.fetch,
  now: () => number,
): (request: NetworkRequest) => void {
  const exchanges = new Map<number, Exchange>();
  const reply = (message: NetworkReply, transfer: Transferable[] = []) =>
    port.postMessage(message, transfer);

  const run = async (request: Extract<NetworkRequest, { kind: "fetch" }>) => {
    const { id, url, method, headers, body, cache, redirect } = request;
    const abort = new AbortController();
    const batches = createBatches((chunks) =>
      reply(
        { kind: "chunks", id, chunks },
        chunks.map(({ bytes }) => bytes.buffer),
      ),
    );
    exchanges.set(id, { abort, pull: batches.pull });
    try {
      const startedAt = now();
      const response = await fetch(url, {
        method,
        headers: headers.map(([name, value]) => [name, value] as [string, string]),
        body: body ?? null,
        signal: abort.signal,
        // Otherwise the worker's own referrer policy would apply, which a static host may not set.
        referrerPolicy: "no-referrer",
        ...(cache ? { cache } : {}),
        ...(redirect ? { redirect } : {}),
      });
      const { status, statusText, redirected, body: stream } = response;
      reply({
        kind: "head",
        id,
        startedAt,
        at: now(),
        status,
        statusText,
        url: response.url,
        redirected,
        headers: [...response.headers.entries()],
        isHiddenRedirect: response.type === "opaqueredirect",
        hasBody: stream !== null,
      });
      const reader = stream?.getReader();
      for (;;) {
        const next = await reader?.read();
        if (!next || next.done) break;
        await batches.add({ at: now(), bytes: next.value });
      }
      const at = now();
      batches.flush();
      reply({ kind: "end", id, at });
    } catch (error) {
      const at = now();
      batches.flush();
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      reply({ kind: "failed", id, at, name, message });
    } finally {
      exchanges.delete(id);
    }
  };

  return (request) => {
    if (request.kind === "fetch") return void run(request);
    const exchange = exchanges.get(request.id);
    if (request.kind === "abort") exchange?.abort.abort();
    exchange?.pull();
  };
}

/** Sends the chunks that were read while the page was busy in one message. */
function createBatches(send: (chunks: readonly ReadChunk[]) => void) {
  let waiting: ReadChunk[] = [];
  let waitingBytes = 0;
  // The page takes the first batch without requesting it.
  let isWanted = true;
  let resume: (() => void) | undefined;

  const flush = () => {
    if (waiting.length > 0) send(waiting);
    waiting = [];
    waitingBytes = 0;
  };
  return {
    flush,
    pull() {
      isWanted = waiting.length === 0;
      flush();
      resume?.();
      resume = undefined;
    },
    /** Settles when more may be read. */
    async add(chunk: ReadChunk) {
      waiting.push(chunk);
      waitingBytes += chunk.bytes.byteLength;
      if (isWanted) {
        isWanted = false;
        flush();
      }
      if (waitingBytes < readAheadBytes) return;
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
    },
  };
}
