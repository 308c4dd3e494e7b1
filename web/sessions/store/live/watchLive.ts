/** Watches a session that its owner shares live: it is shown as a recording that grows. */
import { fromBase64 } from "../../../../shared/core/base64.ts";
import { sleep } from "../../../../shared/core/clock.ts";
import {
  createLiveReader,
  type LiveProblem,
} from "../../../../shared/recording/live/liveDocuments.ts";
import { parseLive } from "../../../../shared/recording/live/liveLink.ts";
import { liveEnds } from "../../../../shared/relay/live/liveWire.ts";
import type { OpenProblem, RecordingSource } from "../openedRecording.ts";
import type { OpenRecordingOptions } from "../openRecording.ts";
import { createGrowingRecording, type GrowingOptions } from "./growingRecording.ts";
import { followLive, type LiveEvent } from "./liveRelay.ts";

type WatchLiveOptions = OpenRecordingOptions & GrowingOptions;

/** Milliseconds until the relay is asked again; doubled with each failure. */
const [firstRetryMs, maxRetryMs] = [500, 10_000];

/** The name in an event of the relay. */
function nameIn(data: string): string | undefined {
  try {
    const name: unknown = JSON.parse(data);
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return undefined;
  }
}

/** @returns why the session cannot be watched; undefined once it is shown; watching then continues */
export async function watchLive(
  options: WatchLiveOptions,
  source: Extract<RecordingSource, { kind: "live" }>,
): Promise<OpenProblem | undefined> {
  const refuse = (code: OpenProblem["code"]) => ({ source: source.kind, code });
  const address = parseLive(source.value);
  if (typeof address === "string") return refuse(address);
  if (globalThis.crypto.subtle === undefined) return refuse("insecure");
  const reader = await createLiveReader(address);
  const shown = createGrowingRecording(options, source);
  const control = new AbortController();
  let problem: LiveProblem | undefined;
  let isEnded = false;
  /** The name is shown with the first document, which opens the recording. */
  let owner: string | undefined;
  /** Events are read one after the other. */
  let reading = Promise.resolve();
  let isShown: (problem: OpenProblem | undefined) => void = () => {};
  const first = new Promise<OpenProblem | undefined>((resolve) => {
    isShown = resolve;
  });

  const stop = (reason: LiveProblem | (typeof liveEnds)[number] | "gone", isProved: boolean) => {
    if (isEnded) return;
    isEnded = true;
    control.abort();
    shown.change({ live: { kind: "ended", reason, isProved } });
  };

  const read = async ({ name, id, data }: LiveEvent) => {
    if (isEnded) return;
    if (shown.isClosed()) return control.abort();
    if (name === "end") return stop(liveEnds.find((reason) => reason === data) ?? "gone", false);
    if (name === "owner") owner = nameIn(data);
    if (name !== "chunk") return;
    const bytes = fromBase64(data);
    const document = bytes ? await reader.read(Number(id), bytes) : "damaged";
    if (document === undefined) return;
    if (typeof document === "string") {
      problem = document;
      isShown(refuse(document));
      return stop(document, false);
    }
    if (!(await shown.add(document))) return stop("too-large", false);
    if (owner !== undefined) shown.change({ owner });
    owner = undefined;
    isShown(undefined);
    if (document.isEnd) stop("owner", true);
  };

  const follow = async () => {
    let retryMs = firstRetryMs;
    while (!isEnded && !shown.isClosed()) {
      const status = await followLive(options, `${address.id}?from=${reader.next}`, {
        signal: control.signal,
        onOpen() {
          retryMs = firstRetryMs;
          shown.change({ live: { kind: "live" } });
        },
        onEvent(event) {
          reading = reading.then(() => read(event));
          return reading;
        },
      });
      await reading;
      if (isEnded || shown.isClosed()) break;
      if (status === 404) {
        isShown(refuse("not-found"));
        stop("gone", false);
        break;
      }
      if (!shown.isOpen() && status !== 200) {
        isShown(refuse(status === 429 ? "too-many-viewers" : "unreachable"));
        break;
      }
      shown.change({ live: { kind: "reconnecting" } });
      await sleep(options.clock, retryMs, control.signal);
      retryMs = Math.min(retryMs * 2, maxRetryMs);
    }
    isShown(problem && refuse(problem));
  };
  const stopWaiting = shown.whenClosed(() => control.abort());
  void follow().finally(stopWaiting);
  return first;
}
