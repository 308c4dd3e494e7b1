/** Worker that sends requests and reads responses, so that a busy page delays neither reads nor their timestamps. */

import { serveFetch } from "./serveFetch.ts";
import type { NetworkReply, NetworkRequest } from "./workerFrames.ts";

const scope = globalThis as unknown as {
  postMessage(message: NetworkReply, transfer?: Transferable[]): void;
};

const handle = serveFetch(
  scope,
  (...request) => fetch(...request),
  () => performance.timeOrigin + performance.now(),
);
addEventListener("message", ({ data }: MessageEvent<NetworkRequest>) => handle(data));
scope.postMessage({ kind: "ready" });
