/** The engine as the page uses it: every exchange is logged, then interpreted. */

import { createClient } from "../../../shared/client/client.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { createSlots } from "../../../shared/transport/http/slots.ts";
import { createStreamableHttp } from "../../../shared/transport/http/streamableHttp.ts";
import { nextTask } from "../../../web/platform/slices.ts";
import type { OpenClient } from "./comparedClient.ts";

export const openOurs: OpenClient = async (url) => {
  const clock = systemClock;
  const record = createRecorder(createEventLog(clock), "bench");
  const slots = createSlots(4);
  const newId = () => crypto.randomUUID();
  let notifications = 0;
  const client = createClient({
    openTransport: async () =>
      createStreamableHttp({
        url,
        headers: [],
        fetch,
        clock,
        record,
        newId,
        bodyLimit: { bytes: () => 100_000_000 },
        slots,
        yieldToEventLoop: nextTask,
      }),
    firstKind: "streamable-http",
    revision: "2025-11-25",
    clientInfo: { name: "bench", version: "1.0.0" },
    capabilitiesText: "{}",
    clock,
    record,
    limits: () => ({ timeoutMs: 60_000, maximumMs: 0 }),
    maximumRounds: () => 5,
    probeMs: 5_000,
    logLevel: () => undefined,
    memory: { recall: () => undefined, remember: () => {} },
    answerInput: () => undefined,
    onNotification: () => notifications++,
    onLost: () => {},
  });
  const server = await client.connect();
  if (server.kind !== "connected") throw new Error(`Connecting: ${JSON.stringify(server)}`);
  return {
    async call(tool) {
      notifications = 0;
      const params = JSON.stringify({ name: tool, arguments: {} });
      const initiator = { kind: "user" } as const;
      const outcome = await server.request("tools/call", params, { initiator }).done;
      if (outcome.kind !== "result") throw new Error("No answer came");
      return notifications;
    },
    async close() {
      await client.close();
    },
  };
};
