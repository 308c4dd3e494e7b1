import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { encodeChunk } from "../../shared/relay/frames/chunk.ts";
import { encodeMessage, wireVersion } from "../../shared/relay/frames/frames.ts";
import { launchRelay, newId, pair, temporaryFolder } from "../relay.fixture.ts";

type Launched = Awaited<ReturnType<typeof launchRelay>>;

/** A socket without the page's code, and what it received. */
async function openSocket({ url, origin }: Launched) {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { origin });
  const heard: { kind: string; code?: string }[] = [];
  socket.on("message", (data, isBinary) => {
    if (!isBinary) heard.push(JSON.parse(String(data)));
  });
  socket.on("error", () => {});
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  return { socket, heard };
}

/** The same, authenticated. */
async function openPage(launched: Launched, session: string) {
  const page = await openSocket(launched);
  page.socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
  await once(page.socket, "message");
  return page;
}

/** Fails if the relay has exited, or does not respond in time. */
async function health({ url }: Launched): Promise<number> {
  const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(30_000) });
  await answer.arrayBuffer();
  return answer.status;
}

test("no pattern of a watch ends or blocks the relay: each is refused with a code", async () => {
  const launched = await launchRelay();
  const { socket, heard } = await openPage(launched, await pair(launched));
  const folder = temporaryFolder();
  const name = "a".repeat(200);
  writeFileSync(join(folder, name), "");
  const watch = async (paths: readonly string[], ignored: readonly string[] = []) => {
    const request = {
      kind: "files" as const,
      command: "node",
      args: [],
      cwd: folder,
      paths,
      ignored,
    };
    const id = newId();
    socket.send(encodeMessage({ kind: "watch", id, request }));
    await expect
      .poll(() => heard.find((message) => "id" in message && message.id === id))
      .toBeDefined();
    expect(await health(launched)).toBe(200);
    return heard.find((message) => "id" in message && message.id === id);
  };
  expect(await watch(["*".repeat(70_000)])).toMatchObject({ code: "pattern-too-long" });
  expect(await watch(["."], ["*".repeat(70_000)])).toMatchObject({ code: "pattern-too-long" });
  expect(await watch([`${"{a,".repeat(200)}${"}".repeat(200)}`])).toMatchObject({
    code: "pattern-too-complex",
  });
  expect(await watch(["{a,b}".repeat(30)])).toMatchObject({ code: "pattern-too-complex" });
  expect(await watch(["."], Array(90).fill("*a".repeat(400)))).toMatchObject({
    code: "pattern-too-complex",
  });
  expect(await watch(Array(1000).fill("."))).toMatchObject({ code: "too-many-patterns" });
  expect(await watch(["."], ["!x"])).toMatchObject({ code: "pattern-unsupported" });
  expect(await watch([`${"*a".repeat(100)}b`])).toMatchObject({ kind: "watching", files: 0 });
});

test("an invalid frame closes only its own socket", async () => {
  const launched = await launchRelay({ limits: { sockets: 1 } });
  const session = await pair(launched);
  await openPage(launched, session);
  const { socket } = await openSocket(launched);
  const closed = once(socket, "close");
  socket.send(JSON.stringify({ kind: "hello", wire: wireVersion, session }));
  // reserved bits and an opcode that no version has; ws itself would never send it
  (socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(
    Buffer.from([0x7f, 0xff, 0xff, 0xff]),
  );
  await closed;
  await sleep(50);
  expect(await health(launched)).toBe(200);
});

test("keeps a bounded number of the latest origins that a page allows", async () => {
  const launched = await launchRelay();
  const { socket, heard } = await openPage(launched, await pair(launched));
  const ask = async (url: string) => {
    const id = newId();
    const request = { kind: "exchange" as const, id, method: "GET", url, headers: [], until: 0 };
    socket.send(encodeMessage(request));
    const answer = () => heard.find((message) => "id" in message && message.id === id);
    await expect.poll(answer).toBeDefined();
    return answer()?.code;
  };
  const origins = Array.from({ length: 1001 }, (_, index) => `http://127.0.0.1:${index + 1000}`);
  for (const origin of origins) socket.send(encodeMessage({ kind: "allow", origin }));
  expect(await ask(`${origins[0]}/`)).toBe("not-agreed");
  expect(await ask(`${origins[1]}/`)).toBe("refused");
});

/** Valid values, and unexpected ones. */
const anyText = fc.oneof(
  fc.string({ maxLength: 50 }),
  fc.constantFrom("", "__proto__", "\0", "../..", "a".repeat(5000), "{a,{b,c}}*?[", "\ud800"),
);
const anyValue = fc.oneof(anyText, fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.double());
const ids = ["0".repeat(32), "1".repeat(32), "ab".repeat(16)];
const id = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ids) }, anyText);
const count = fc.oneof(fc.nat(), fc.constantFrom(0, -1, 1.5, Number.MAX_SAFE_INTEGER));
const texts = fc.array(anyText, { maxLength: 5 });
/** Programs that are harmless with any arguments. */
const command = fc.constantFrom("cat", "true", "no-such-program", "/no/such/program", "");
const origin = fc.constantFrom("http://127.0.0.1:9", "http://localhost:9", "http://[::1]:9", "x");

/** Every kind of message with members of the right names; many are valid. */
function messages(folder: string) {
  const cwd = fc.constantFrom(folder, "/no/such/folder", "\0", undefined);
  const path = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(".", "*.js", "**/{a,b}", "a/../b") },
    { weight: 20, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constantFrom("*".repeat(70_000), "{a,".repeat(9000)) },
  );
  const paths = fc.array(path, { maxLength: 4 });
  const of = <T>(kind: string, members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
    fc.record({ kind: fc.constant(kind), ...members });
  const env = fc.dictionary(fc.string({ maxLength: 5 }), anyText, { maxKeys: 3 });
  const request = fc.oneof(
    of("files", { command, args: texts, cwd, paths, ignored: paths }),
    of("port", { host: fc.constantFrom("127.0.0.1", "::1", "example.org"), port: count }),
  );
  const header = fc.tuple(anyText, anyText);
  return [
    of("hello", { wire: count, session: anyText }),
    of("ping", {}),
    of("start", {
      id,
      until: count,
      command,
      args: texts,
      cwd,
      env,
      masked: fc.array(fc.tuple(count, count, count)),
    }),
    of("attach", { id, seen: count, until: count }),
    of("credit", { id, seen: count, until: count }),
    of("stop", { id }),
    of("allow", { origin, ca: fc.option(anyText, { nil: undefined }) }),
    of("exchange", {
      id,
      method: fc.oneof(fc.constantFrom("GET", "POST", "HEAD", "CONNECT"), anyText),
      url: fc.oneof(
        origin.map((text) => `${text}/`),
        anyText,
      ),
      headers: fc.array(header, { maxLength: 4 }),
      size: fc.option(count, { nil: undefined }),
      until: count,
    }),
    of("grant", { id, until: count }),
    of("abort", { id }),
    of("watch", { id, request }),
    of("unwatch", { id }),
  ];
}

/** Frames of every kind: valid ones, some with a member replaced, a byte changed or a part cut off. */
function frames(folder: string) {
  const chunk = fc
    .record({
      id: fc.constantFrom(...ids),
      channel: fc.constantFrom("stdin", "stdout", "stderr", "request", "response"),
      offset: fc.oneof(fc.constant(0), fc.nat()),
      startsLine: fc.boolean(),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 100 }),
    })
    .map((parts) => encodeChunk(parts as Parameters<typeof encodeChunk>[0]));
  const text = fc.oneof(...messages(folder)).map((message) => JSON.stringify(message));
  const replaced = fc
    .tuple(fc.oneof(...messages(folder)), fc.nat(), anyValue)
    .map(([message, at, value]) => {
      const names = Object.keys(message);
      return JSON.stringify({ ...message, [names[at % names.length] ?? ""]: value });
    });
  const torn = fc
    .tuple(text, fc.nat(), fc.constantFrom("", '"', "{", "\u0000", "9".repeat(400)))
    .map(([whole, at, put]) => {
      const cut = at % (whole.length + 1);
      return whole.slice(0, cut) + put + whole.slice(cut + 1);
    });
  const bent = fc.tuple(chunk, fc.nat(), fc.nat(255)).map(([bytes, at, value]) => {
    bytes[at % bytes.length] = value;
    return bytes;
  });
  return fc.oneof(
    { weight: 5, arbitrary: text },
    { weight: 2, arbitrary: replaced },
    { weight: 1, arbitrary: torn },
    { weight: 1, arbitrary: chunk },
    { weight: 1, arbitrary: fc.oneof(bent, fc.uint8Array({ maxLength: 60 })) },
  );
}

const ping = '{"kind":"ping"}';

test("three thousand frames of every kind, random and mutated, leave the relay up and prompt", async () => {
  const launched = await launchRelay({
    limits: { sockets: 64, keepMs: 100, startsPerMinute: 40 },
  });
  const session = await pair(launched);
  const frameCount = 3_000;
  const all = fc.sample(frames(temporaryFolder()), { seed: 20_261_122, numRuns: frameCount });

  let isOver = false;
  let checks = 0;
  const watching = (async () => {
    while (!isOver) {
      expect(await health(launched)).toBe(200);
      checks++;
      await sleep(50);
    }
  })();

  let handled = 0;
  /** Sends frame by frame, each only once the one before is handled; a closed socket is replaced. */
  const sendAll = async () => {
    let settle = () => {};
    const connect = async () => {
      const page = await openPage(launched, session);
      page.socket.on("close", () => settle());
      page.socket.on("message", () => page.heard.at(-1)?.kind === "pong" && settle());
      return page;
    };
    let { socket } = await connect();
    for (let frame = all.pop(); frame !== undefined; frame = all.pop()) {
      if (socket.readyState !== WebSocket.OPEN) ({ socket } = await connect());
      const done = new Promise<void>((resolve) => {
        settle = resolve;
      });
      socket.send(frame);
      // the answer to a ping shows that the earlier frames were handled
      if (frame !== ping) socket.send(ping);
      await done;
      handled++;
    }
    socket.terminate();
  };
  await Promise.all(Array.from({ length: 16 }, sendAll));
  isOver = true;
  await watching;
  expect(handled).toBe(frameCount);
  expect(checks).toBeGreaterThan(0);
  expect(await health(launched)).toBe(200);
  expect(launched.relay.exitCode).toBeNull();
  // a new page is served as usual
  const { heard } = await openPage(launched, session);
  expect(heard[0]?.kind).toBe("welcome");
}, 300_000);
