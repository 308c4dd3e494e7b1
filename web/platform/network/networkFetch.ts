/** A `fetch` that runs in a worker, which records accurate network times. */
import { isLoopbackHost, isPrivateHost } from "../../../shared/core/text/addresses.ts";
import {
  type NetworkTimes,
  noteArrival,
  noteNetworkTimes,
} from "../../../shared/log/networkTimes.ts";
import { responseOf } from "../../../shared/relay/client/relayedResponse.ts";
import type { NetworkReply, NetworkRequest } from "./workerFrames.ts";

/** The worker as seen by the page. */
export interface NetworkThread {
  postMessage(request: NetworkRequest, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<NetworkReply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface NetworkFetchOptions {
  /** Used until the worker runs, if it cannot run, and for requests that it does not support. */
  readonly fetch: typeof globalThis.fetch;
  /** Starts the worker. */
  readonly start: () => NetworkThread;
  /** Converts a time since the epoch to the tab's clock. */
  readonly fromEpoch: (epochMs: number) => number;
  /** The URL of the page. */
  readonly base: string;
}

interface NetworkFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Starts the worker ahead of the first request. */
  warmUp(): void;
}

interface Pending {
  handle(reply: Exclude<NetworkReply, { kind: "ready" }>): void;
}

/** The members of a request that the worker supports, besides headers and body. */
const supported = new Set(["method", "signal", "cache", "redirect"]);

/** Creates the fetch; its worker starts on `warmUp` or with the first request. */
export function createNetworkFetch(options: NetworkFetchOptions): NetworkFetch {
  const { base, fromEpoch } = options;
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let thread: NetworkThread | undefined;
  let state: "none" | "starting" | "ready" | "failed" = "none";

  const warmUp = () => {
    if (state !== "none") return;
    state = "starting";
    try {
      thread = options.start();
      thread.onerror = () => {
        if (state === "starting") state = "failed";
      };
      thread.onmessage = ({ data }) => {
        if (data.kind === "ready") state = "ready";
        else pending.get(data.id)?.handle(data);
      };
    } catch {
      // The host does not serve workers, or a policy forbids them.
      state = "failed";
    }
  };

  const send = (url: string, init: RequestInit, worker: NetworkThread) =>
    new Promise<Response>((resolve, reject) => {
      const { method = "GET", signal, cache, redirect } = init;
      signal?.throwIfAborted();
      const id = ++lastId;
      // The log keeps the original buffer.
      const body = init.body ? (init.body as Uint8Array).slice() : undefined;
      const headers = (init.headers ?? []) as [string, string][];
      let isFirstPull = true;
      let stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
      let times: NetworkTimes | undefined;

      const release = () => {
        pending.delete(id);
        signal?.removeEventListener("abort", onAbort);
      };
      const fail = (reason: unknown) => {
        release();
        if (stream) stream.error(reason);
        else reject(reason);
      };
      const stop = () => worker.postMessage({ kind: "abort", id }, []);
      function onAbort() {
        stop();
        fail(signal?.reason);
      }
      signal?.addEventListener("abort", onAbort, { once: true });

      pending.set(id, {
        handle(reply) {
          switch (reply.kind) {
            case "head": {
              times = { startedAt: fromEpoch(reply.startedAt), headAt: fromEpoch(reply.at) };
              const received = new ReadableStream<Uint8Array<ArrayBuffer>>({
                start(controller) {
                  stream = controller;
                },
                pull() {
                  // The first batch is sent without a request.
                  if (!isFirstPull) worker.postMessage({ kind: "pull", id }, []);
                  isFirstPull = false;
                },
                cancel() {
                  stop();
                  release();
                },
              });
              const response = responseOf(
                reply,
                { method, url: reply.url },
                reply.redirected,
                received,
              );
              if (reply.isHiddenRedirect) {
                Object.defineProperty(response, "type", { value: "opaqueredirect" });
              }
              noteNetworkTimes(response, times);
              return resolve(response);
            }
            case "chunks":
              for (const { at, bytes } of reply.chunks) {
                noteArrival(bytes, fromEpoch(at));
                stream?.enqueue(bytes);
              }
              return;
            case "end":
              if (times) times.endedAt = fromEpoch(reply.at);
              release();
              return stream?.close();
            case "failed":
              if (times) times.endedAt = fromEpoch(reply.at);
              return fail(errorOf(reply));
          }
        },
      });
      worker.postMessage(
        { kind: "fetch", id, url, method, headers, body, cache, redirect },
        body ? [body.buffer] : [],
      );
    });

  return {
    warmUp,
    fetch(input, init = {}) {
      warmUp();
      const canSend = typeof input === "string" && isPlain(init) && !needsPrompt(input);
      if (state !== "ready" || !thread || !canSend) return options.fetch(input, init);
      return send(new URL(input, base).href, init, thread);
    },
  };

  /**
   * Browsers that restrict requests from public pages to private networks ask the user for
   * documents only, not for workers.
   */
  function needsPrompt(input: string): boolean {
    const page = new URL(base);
    const to = URL.parse(input, base);
    return to !== null && isPrivateHost(to.hostname) && !isLoopbackHost(page.hostname);
  }
}

/** Whether the worker can send a request unchanged. */
function isPlain({ headers, body, ...init }: RequestInit): boolean {
  if (headers !== undefined && !Array.isArray(headers)) return false;
  if (body !== undefined && body !== null && !(body instanceof Uint8Array)) return false;
  return Object.keys(init).every((key) => supported.has(key));
}

function errorOf({ name, message }: { readonly name: string; readonly message: string }) {
  return name === "TypeError" ? new TypeError(message) : new DOMException(message, name);
}
