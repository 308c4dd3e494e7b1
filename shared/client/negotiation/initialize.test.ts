import { expect, test, vi } from "vitest";
import type { RevisionRefusal } from "../../protocol/failures/refusal.ts";
import { setUpSession } from "../session/session.fixture.ts";
import { initialize } from "./initialize.ts";

/** Starts a handshake; `answer` is the member of the response. */
async function initializeSession(answer: string, offer?: string) {
  const setUp = await setUpSession();
  const negotiated = vi.spyOn(setUp.transport, "negotiated");
  const listen = vi.spyOn(setUp.transport, "listen");
  const control = new AbortController();
  const shaking = initialize(setUp.session, setUp.transport, {
    offer,
    capabilitiesText: '{"roots":{"listChanged": true}}',
    clientInfo: { name: "test", version: "0" },
    signal: control.signal,
  });
  if (answer) setUp.transport.arrive(`{"jsonrpc":"2.0","id":1,${answer}}`);
  return { ...setUp, shaking, negotiated, listen, control };
}

const result = (members: string) => `"result":{${members}}`;

test("offers the latest revision, accepts the server's, then listens", async () => {
  const { shaking, negotiated, listen, sentTexts } = await initializeSession(
    result(
      '"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1","title":"S"},"instructions":"Go."',
    ),
  );
  expect(await shaking).toEqual({
    kind: "agreed",
    agreement: {
      revision: "2025-06-18",
      serverInfo: { name: "s", version: "1", title: "S" },
      receivedInfo: { name: "s", version: "1", title: "S" },
      capabilities: { tools: {} },
      instructions: "Go.",
    },
  });
  expect(sentTexts()).toEqual([
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged": true}},"clientInfo":{"name":"test","version":"0"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ]);
  expect(negotiated).toHaveBeenCalledExactlyOnceWith("2025-06-18");
  expect(listen).toHaveBeenCalledOnce();
});

test("offers the chosen revision, known or not", async () => {
  const { shaking, sentTexts } = await initializeSession(
    result('"protocolVersion":"2031-01-01"'),
    "2030-01-01",
  );
  expect(await shaking).toMatchObject({ agreement: { revision: "2031-01-01" } });
  expect(sentTexts()[0]).toContain('"protocolVersion":"2030-01-01"');
});

test("accepts missing and invalid members of the result", async () => {
  const { shaking } = await initializeSession(
    result('"protocolVersion":"2025-03-26","capabilities":[],"serverInfo":"me","instructions":7'),
  );
  expect(await shaking).toMatchObject({
    agreement: {
      serverInfo: { name: "", version: "" },
      capabilities: {},
      instructions: undefined,
    },
  });
});

const refusals: readonly (readonly [answer: string, refusal: RevisionRefusal])[] = [
  [
    '"error":{"code":-32602,"message":"Unsupported"}',
    { kind: "error", code: -32602, message: "Unsupported" },
  ],
  [result(""), { kind: "no-revision" }],
  [result('"protocolVersion":20251125'), { kind: "no-revision" }],
  ['"result":null', { kind: "no-revision" }],
];

test.each(refusals)("fails on %s", async (answer, refusal) => {
  const { shaking, negotiated, sentTexts } = await initializeSession(answer);
  expect(await shaking).toEqual({
    kind: "failed",
    failure: { code: "handshake", refusal },
  });
  expect(negotiated).not.toHaveBeenCalled();
  expect(sentTexts()).toHaveLength(1);
});

test("is cancelled by its signal", async () => {
  const { shaking, control } = await initializeSession("");
  control.abort();
  expect(await shaking).toEqual({ kind: "cancelled" });
});

test("fails if the channel fails", async () => {
  const { shaking, transport } = await initializeSession("");
  transport.breakDown({ code: "exited", exitCode: 3, signal: null, stderr: "" });
  expect(await shaking).toMatchObject({ kind: "failed", failure: { code: "exited", exitCode: 3 } });
});
