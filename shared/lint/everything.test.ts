import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findingsIn } from "../../e2e/engine/engine.fixture.ts";
import { type EverythingServer, startEverything } from "../../e2e/servers/everything.ts";
import { initialize } from "../client/negotiation/initialize.ts";
import { readPages } from "../client/pages.ts";
import { createSession } from "../client/session/session.ts";
import { systemClock } from "../core/clock.ts";
import { createEventLog } from "../log/eventLog.ts";
import { createRecorder } from "../log/recorder.ts";
import { createStreamableHttp } from "../transport/http/streamableHttp.ts";
import { createHttpSse } from "../transport/sse/httpSse.ts";
import type { Transport } from "../transport/transport.ts";

/** Uses every feature that the server offers. */
async function converse(transport: Transport, offer: string) {
  const session = createSession({
    transport,
    clock: systemClock,
    limits: () => ({ timeoutMs: 60_000, maximumMs: 0 }),
    answerInput: (input) =>
      input.method === "sampling/createMessage"
        ? Promise.resolve({
            kind: "result",
            text: '{"role":"assistant","content":{"type":"text","text":"Hi"},"model":"none"}',
          })
        : undefined,
    onNotification: () => {},
    onClosed: () => {},
  });
  await session.open();
  await initialize(session, transport, {
    offer,
    capabilitiesText: '{"sampling":{},"roots":{}}',
    clientInfo: { name: "test", version: "0" },
    signal: new AbortController().signal,
  });
  const ask = (method: string, params?: string) => session.request(method, params).done;
  const call = (name: string, args: string) =>
    ask("tools/call", `{"name":"${name}","arguments":${args},"_meta":{"progressToken":"${name}"}}`);
  await ask("ping");
  await ask("logging/setLevel", '{"level":"debug"}');
  for (const list of ["tools", "prompts", "resources"]) {
    await readPages(session, `${list}/list`, list);
  }
  await ask("resources/templates/list");
  await ask("resources/read", '{"uri":"demo://resource/static/document/features.md"}');
  await ask("resources/subscribe", '{"uri":"demo://resource/dynamic/text/1"}');
  await ask("prompts/get", '{"name":"simple-prompt"}');
  await Promise.all([
    call("echo", '{"message":"ä€😀"}'),
    call("get-structured-content", '{"location":"Chicago"}'),
    call("get-tiny-image", "{}"),
    call("trigger-long-running-operation", '{"duration":0.3,"steps":3}'),
    call("trigger-sampling-request", '{"prompt":"Hello","maxTokens":10}'),
    call("no-such-tool", "{}"),
  ]);
  await session.close();
}

function connection(url: string) {
  const log = createEventLog({ now: systemClock.now });
  const options = {
    url,
    headers: [],
    fetch: globalThis.fetch,
    clock: systemClock,
    record: createRecorder(log, "connection"),
    newId: () => crypto.randomUUID(),
  };
  return { log, options };
}

describe.each(["streamableHttp", "sse"] as const)("the official example server, %s", (kind) => {
  let server: EverythingServer;
  beforeAll(async () => {
    server = await startEverything(kind);
  });
  afterAll(() => server.stop());

  const revisions =
    kind === "sse"
      ? ["2024-11-05", "2025-11-25"]
      : ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

  test.each(revisions)("a correct conversation in %s has no findings", async (revision) => {
    const { log, options } = connection(server.url);
    const create = kind === "sse" ? createHttpSse : createStreamableHttp;
    await converse(create(options), revision);
    expect(log.snapshot().length).toBeGreaterThan(40);
    const found = await findingsIn(log);
    // the transport itself is deprecated
    expect(found.map(({ code }) => code)).toEqual(kind === "sse" ? ["deprecated-feature"] : []);
  });
});
