/** Records a short session with the official example server: handshake, lists, calls. */
import { initialize } from "../client/negotiation/initialize.ts";
import { readPages } from "../client/pages.ts";
import { createSession } from "../client/session/session.ts";
import { systemClock } from "../core/clock.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { createStreamableHttp } from "../transport/http/streamableHttp.ts";
import { createRecording } from "./createRecording.ts";

/** Runs a session of 15 messages and returns its recording. */
export async function recordSession(url: string, capabilitiesText = "{}") {
  const log = createEventLog({ now: systemClock.now });
  const transport = createStreamableHttp({
    url,
    headers: [["Authorization", "Bearer not-to-be-recorded"]],
    fetch: globalThis.fetch,
    clock: systemClock,
    record: createRecorder(log, "connection"),
    newId: () => crypto.randomUUID(),
  });
  const session = createSession({
    transport,
    clock: systemClock,
    limits: () => ({ timeoutMs: 60_000, maximumMs: 0 }),
    answerInput: () => undefined,
    onNotification: () => {},
    onClosed: () => {},
  });
  await session.open();
  const handshake = await initialize(session, transport, {
    offer: "2025-11-25",
    capabilitiesText,
    clientInfo: { name: "test", version: "0" },
    signal: new AbortController().signal,
  });
  if (handshake.kind !== "agreed") throw new Error("There is no session.");
  for (const list of ["tools", "prompts", "resources"]) {
    await readPages(session, `${list}/list`, list);
  }
  await session.request("resources/templates/list").done;
  await session.request("tools/call", '{"name":"echo","arguments":{"message":"ä€😀"}}').done;
  await session.request("tools/call", '{"name":"get-sum","arguments":{"a":1,"b":2e400}}').done;
  await session.close();
  const { revision, serverInfo, capabilities, instructions } = handshake.agreement;
  const target = { kind: "http", url } as const;
  return createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map([
      [
        "connection",
        {
          target,
          transport: "streamable-http",
          revision,
          clientCapabilities: JSON.parse(capabilitiesText),
          serverInfo: { ...serverInfo },
          capabilities,
          ...(instructions === undefined ? {} : { instructions }),
        },
      ],
    ]),
    head: {
      server: target,
      selected: { kind: "tool", name: "echo", argumentsText: '{"message":"ä€😀"}' },
    },
    timeOrigin: Date.UTC(2026, 0, 1),
  });
}
