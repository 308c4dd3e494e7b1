/** Posts the spans of a session to a collector of OpenTelemetry while it is recorded. */
import { readUpTo } from "../../../../shared/core/body.ts";
import { decodeText } from "../../../../shared/core/bytes.ts";
import { membersOf, parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import type { OtlpSpan } from "../../../../shared/recording/export/otlp.ts";
import type { LiveDocument } from "../../../../shared/recording/live/liveDocuments.ts";
import { createLiveSpans, spansText } from "../../../../shared/recording/live/liveSpans.ts";

interface SpanExporter {
  /** @param document with its secrets masked */
  add(document: LiveDocument): void;
  /** Posts what is left, for a short time; says how many spans were lost. */
  end(): Promise<void>;
}

interface ExporterOptions {
  readonly headers?: string | undefined;
  readonly fetch?: typeof globalThis.fetch;
  /** Says something to the person who started the tap. */
  readonly say?: (sentence: string) => void;
  readonly limits?: Partial<typeof usual>;
}

const usual = {
  /** Spans that wait; more are dropped and counted. */
  waiting: 4096,
  /** Spans of one request. */
  batch: 512,
  /** Milliseconds between two requests, at least; until an answer; and after the end. */
  everyMs: 1000,
  timeoutMs: 10_000,
  endMs: 2000,
  /** Milliseconds after which a collector that fails is asked again, at most. */
  retryMs: 30_000,
};

/** Entries that are kept until they become spans. */
const maxAdded = 500;

/** Bytes of an answer that are read. */
const maxAnswer = 64 * 1024;

/** Statuses after which the same spans may be sent again. */
const retried: readonly number[] = [429, 502, 503, 504];

/** @param url of the collector, for traces */
export function createSpanExporter(url: string, options: ExporterOptions = {}): SpanExporter {
  const { fetch = globalThis.fetch, say = sayOnStderr } = options;
  const limits = { ...usual, ...options.limits };
  const headers = otlpHeaders(options.headers ?? process.env.OTEL_EXPORTER_OTLP_HEADERS ?? "");
  const spans = createLiveSpans();
  const waiting: OtlpSpan[] = [];
  let dropped = 0;
  let isFailing = false;
  let waitMs: number = limits.everyMs;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let isOver = false;

  /** Entries since messages were last turned into spans, and when that was. */
  let [added, collectedAt] = [0, 0];

  const collect = () => {
    [added, collectedAt] = [0, performance.now()];
    const taken = spans.take();
    const room = Math.max(0, limits.waiting - waiting.length);
    waiting.push(...taken.slice(0, room));
    dropped += Math.max(0, taken.length - room);
  };

  const post = async (batch: readonly OtlpSpan[], signal: AbortSignal) => {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: spansText(batch),
        // the headers are for this collector
        redirect: "error",
        signal,
      });
      const { bytes } = await readUpTo(response.body, maxAnswer);
      if (!response.ok) return retried.includes(response.status) ? "again" : batch.length;
      const { partialSuccess } = membersOf(parseJsonObject(decodeText(bytes)));
      const rejected = Number(membersOf(partialSuccess).rejectedSpans ?? 0);
      return Number.isFinite(rejected) ? Math.min(Math.max(0, rejected), batch.length) : 0;
    } catch {
      return "again";
    }
  };

  /** One request at a time: a slow collector lets spans wait, and then be dropped. */
  const send = async (signal: AbortSignal): Promise<boolean> => {
    const batch = waiting.slice(0, limits.batch);
    if (batch.length === 0) return true;
    const lost = await post(
      batch,
      AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]),
    );
    if (lost === "again") return false;
    waiting.splice(0, batch.length);
    dropped += lost;
    return true;
  };

  const ended = new AbortController();
  const schedule = () => {
    if (isOver || timer !== undefined) return;
    timer = setTimeout(() => {
      sending = turn();
    }, waitMs);
  };
  const turn = async () => {
    collect();
    const hasArrived = await send(ended.signal);
    timer = undefined;
    waitMs = hasArrived ? limits.everyMs : Math.min(waitMs * 2, limits.retryMs);
    if (!hasArrived && !isFailing && !isOver) {
      say(`Spans cannot be posted to ${new URL(url).host}; it is tried again.`);
    }
    isFailing = !hasArrived;
    if (waiting.length > 0) schedule();
  };

  return {
    add(document) {
      spans.add(document);
      added += document.entries?.length ?? 0;
      // a collector that fails is asked rarely, and messages must not wait for that
      if (added >= maxAdded || performance.now() - collectedAt >= limits.everyMs) collect();
      schedule();
    },
    async end() {
      isOver = true;
      clearTimeout(timer);
      const deadline = AbortSignal.timeout(limits.endMs);
      deadline.addEventListener("abort", () => ended.abort());
      await sending;
      collect();
      while (waiting.length > 0 && (await send(deadline)));
      const lost = dropped + waiting.length + spans.forgotten();
      if (lost > 0) say(`${lost} spans were not posted to ${new URL(url).host}.`);
    },
  };
}

const sayOnStderr = (sentence: string) =>
  void process.stderr.write(`mcp-playground: ${sentence}\n`);

/**
 * Reads `name=value,name=value` with percent-encoded values; what is no header is left out.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables
 */
function otlpHeaders(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const at = pair.indexOf("=");
      const name = pair.slice(0, at).trim();
      try {
        const value = decodeURIComponent(pair.slice(at + 1).trim());
        const isHeader = /^[!#$%&'*+.^_`|~\w-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value);
        return at > 0 && isHeader ? [[name, value] as const] : [];
      } catch {
        return [];
      }
    }),
  );
}
