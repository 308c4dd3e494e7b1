/** A `fetch` that records requests to model providers in the event log, with the key marked as secret. */
import { concatBytes, decodeText, encodeText } from "../../../shared/core/bytes.ts";
import { inBytes, repeatedSecrets } from "../../../shared/log/bodySecrets.ts";
import type { HttpEndEntry, Initiator, SecretSpan } from "../../../shared/log/entry.ts";
import { exactHeadOf } from "../../../shared/log/exactHead.ts";
import { headerSecrets } from "../../../shared/log/headerSecrets.ts";
import {
  type NetworkTimes,
  networkTimesOf,
  noteNetworkTimes,
} from "../../../shared/log/networkTimes.ts";
import type { Recorder } from "../../../shared/log/recorder.ts";
import { urlSecrets } from "../../../shared/log/urlSecrets.ts";
import { keyForms } from "../../../shared/models/endpoint.ts";
import type { Header } from "../../../shared/protocol/headers.ts";

interface RecordedFetchOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly record: Recorder;
  readonly newId: () => string;
  readonly initiator: Initiator;
  /** The model that requests ask; a list of models asks none. */
  readonly model: string;
  /** Marked wherever it occurs: a provider may repeat it. */
  readonly key: string | undefined;
  /** Called with the log's number of each request. */
  readonly onRequest?: (seq: number) => void;
}

/**
 * Creates the fetch; apart from recording it behaves like `fetch`. The times of the entries are
 * attached to responses, so that what the page shows of a request is what the log says.
 */
export function createRecordedFetch(options: RecordedFetchOptions): typeof globalThis.fetch {
  const { fetch, record, newId, initiator, model, onRequest } = options;
  const values = keyForms(options.key);
  const secretsOf = (url: string, headers: readonly Header[]): SecretSpan[] => [
    ...urlSecrets(url),
    ...headerSecrets(headers),
    ...repeatedSecrets(url, values).map((span) => ({ ...span, part: "url" as const })),
    ...headers.flatMap(([name, value]) =>
      repeatedSecrets(value, values).map((span) => ({
        ...span,
        part: `header:${name.toLowerCase()}` as const,
      })),
    ),
  ];
  const inBody = (text: string) => inBytes(text, repeatedSecrets(text, values));

  return async (input, init) => {
    const exchangeId = newId();
    const url = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const headers = [...new Headers(init?.headers).entries()];
    const text = typeof init?.body === "string" ? init.body : "";
    const body = encodeText(text);
    let times: NetworkTimes | undefined;
    const sent = record(
      {
        kind: "http-request",
        direction: "out",
        exchangeId,
        service: "model",
        initiator,
        ...(method === "POST" && { model }),
        http: { method, url, headers },
        secrets: [...secretsOf(url, headers), ...inBody(text)],
      },
      body,
    );
    onRequest?.(sent.seq);
    const end = (outcome: HttpEndEntry["outcome"], error?: unknown) => {
      const reason = error instanceof Error ? { reason: masked(error.message, values) } : {};
      const entry = {
        kind: "http-end",
        direction: "none",
        exchangeId,
        outcome,
        ...reason,
      } as const;
      const { at } = record(entry, undefined, times?.endedAt);
      if (times) times.endedAt ??= at;
    };
    const fail = (error: unknown) =>
      init?.signal?.aborted ? end("aborted") : end("failed", error);
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (error) {
      fail(error);
      throw error;
    }
    const received = [...response.headers.entries()];
    const { status, statusText, redirected } = response;
    const head = {
      ...{ status, statusText, redirected },
      url: response.url || url,
      headers: received,
      ...exactHeadOf(response),
    };
    const secrets = secretsOf(head.url, head.headers);
    const network = networkTimesOf(response);
    const answered = record(
      {
        kind: "http-response",
        direction: "in",
        exchangeId,
        http: head,
        ...(network && { startedAt: network.startedAt }),
        secrets,
      },
      undefined,
      network?.headAt,
    );
    times = network ?? { startedAt: sent.at, headAt: answered.at };
    if (!response.body) {
      end("complete");
      noteNetworkTimes(response, times);
      return response;
    }
    const finish = (holds: "body" | "rest", bytes: Uint8Array) => {
      if (bytes.byteLength === 0) return;
      const frame = { kind: "frame", carrier: "http", direction: "in", exchangeId } as const;
      record({ ...frame, holds, secrets: inBody(decodeText(bytes)) }, bytes);
    };
    const copy = passOn(response, finish, end, fail);
    noteNetworkTimes(copy, times);
    return copy;
  };
}

/** The response with a body that is recorded when it has been read. */
function passOn(
  response: Response,
  finish: (holds: "body" | "rest", bytes: Uint8Array) => void,
  end: (outcome: HttpEndEntry["outcome"]) => void,
  fail: (error: unknown) => void,
): Response {
  const reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined =
    response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let isOver = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const read = await reader?.read();
        if (isOver) return;
        if (read?.value) {
          chunks.push(read.value);
          return controller.enqueue(read.value);
        }
        finish("body", concatBytes(chunks));
        end("complete");
        controller.close();
      } catch (error) {
        finish("rest", concatBytes(chunks));
        fail(error);
        controller.error(error);
      }
    },
    cancel(reason) {
      isOver = true;
      finish("rest", concatBytes(chunks));
      end("aborted");
      return reader?.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  const copy = new Response(body, { status, statusText, headers });
  // a constructed response has neither
  for (const name of ["url", "redirected"] as const) {
    Object.defineProperty(copy, name, { value: response[name] });
  }
  return copy;
}

function masked(text: string, values: readonly string[]): string {
  return values.reduce((all, value) => all.replaceAll(value, "••••••••"), text);
}
