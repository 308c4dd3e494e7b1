import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { closeCodes, wireVersion } from "../../shared/relay/frames/frames.ts";
import { launchRelay, openLink, openRelay, pair, until } from "../relay.fixture.ts";

const anyPort = { host: "127.0.0.1", port: 0 };

type Target = { readonly url: string; readonly origin: string; createToken(): string };

async function isWell({ url }: Target): Promise<boolean> {
  return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(30_000) })).ok;
}

/** Opens a page's link, which is accepted only with a session. */
async function getsIn(target: Target, session?: string) {
  const { link, sockets } = await openLink(target, session);
  await link.open();
  expect(link.state().kind).toBe("open");
  expect(sockets).toHaveLength(1);
  return { link, sockets };
}

/** TCP connections that send nothing. */
async function openSilent({ url }: Target, count: number): Promise<Socket[]> {
  const port = Number(new URL(url).port);
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {}).resume();
      await Promise.race([once(socket, "connect"), once(socket, "close")]);
      return socket;
    }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

/** A WebSocket that sends no hello. */
async function openUngreeted({ url, origin }: Target): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { origin });
  onTestFinished(() => socket.terminate());
  socket.on("error", () => {});
  await once(socket, "open");
  return socket;
}

test("70 sockets without a hello do not lock out pages; the oldest are closed first", async () => {
  const relay = await openRelay({ limits: { helloMs: 60_000 } });
  const session = await pair(relay);
  const silent: WebSocket[] = [];
  const codes: number[] = [];
  for (let i = 0; i < 70; i++) {
    const socket = await openUngreeted(relay);
    socket.on("close", (code) => codes.push(code));
    silent.push(socket);
  }
  await getsIn(relay, session);
  // sixteen may wait, and the page is no longer among them
  await until(() => codes.length === 55);
  expect(new Set(codes)).toEqual(new Set([closeCodes.tooMany]));
  expect(silent.at(-1)?.readyState).toBe(WebSocket.OPEN);
  expect(silent[0]?.readyState).toBe(WebSocket.CLOSED);
});

test("keeps connected pages when others connect; the limit counts only pages", async () => {
  const relay = await openRelay({ limits: { sockets: 2, ungreetedPerAddress: 8 } });
  const session = await pair(relay);
  const first = await getsIn(relay, session);
  for (let i = 0; i < 8; i++) await openUngreeted(relay);
  await getsIn(relay, session);
  const third = await openUngreeted(relay);
  third.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
  expect((await once(third, "close"))[0]).toBe(closeCodes.tooMany);
  expect(first.link.state().kind).toBe("open");
  expect(first.sockets).toHaveLength(1);
});

test("frees the slot of a socket that does not answer a close frame", async () => {
  const relay = await openRelay({ limits: { helloMs: 50 }, metrics: anyPort });
  const socket = await openUngreeted(relay);
  // its other end no longer reads, like one that is meant to stay
  socket.pause();
  const raw = (socket as unknown as { _socket: Socket })._socket;
  await expect
    .poll(async () => (await fetch(relay.metricsUrl ?? "")).text())
    .toContain("mcp_playground_sockets 0");
  raw.destroy();
});

test("1,040 silent connections do not lock out other pages or disconnect connected ones", async () => {
  const relay = await launchRelay();
  const session = await pair(relay);
  const before = await getsIn(relay, session);
  const silent = await openSilent(relay, 1040);
  expect(await isWell(relay)).toBe(true);
  await getsIn(relay, session);
  expect(silent.some((socket) => socket.closed)).toBe(true);
  expect(before.link.state().kind).toBe("open");
  expect(before.sockets).toHaveLength(1);
});

test("closes a silent connection, but not a slow one", async () => {
  const relay = await openRelay({ limits: { headersMs: 300, requestMs: 60_000 } });
  const [silent] = await openSilent(relay, 1);
  const socket = silent as Socket;
  if (!socket.closed) await once(socket, "close");
  expect(await isWell(relay)).toBe(true);
});
