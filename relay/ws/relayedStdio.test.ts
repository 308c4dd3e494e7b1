import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeText, encodeText } from "../../shared/core/bytes.ts";
import { membersOf } from "../../shared/core/json/jsonObject.ts";
import type { Entry } from "../../shared/log/entry.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { logSummary } from "../../shared/log/logSummary.fixture.ts";
import { createRecorder } from "../../shared/log/recorder.ts";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import type { RelayLink } from "../../shared/relay/client/relayLink.ts";
import type { ResumePoint } from "../../shared/relay/client/relayProcess.ts";
import { outputWindow, type ProcessCommand } from "../../shared/relay/frames/processFrames.ts";
import { createRelayedStdio } from "../../shared/transport/stdio/relayedStdio.ts";
import type { ReceivedFrame } from "../../shared/transport/transport.ts";
import {
  newId,
  openLink,
  openRelay,
  pair,
  script,
  takeUp,
  temporaryFolder,
  until,
} from "../relay.fixture.ts";

/** A page: a log, a transport that writes to it, and what its receiver got. */
function openPage(
  link: RelayLink,
  command: ProcessCommand,
  left?: { id: string; at: ResumePoint },
  maxLineBytes?: number,
  yieldToEventLoop?: () => Promise<void>,
) {
  const log = createEventLog({ now: () => performance.now() });
  const transport = createRelayedStdio({
    link,
    command,
    record: createRecorder(log, "c"),
    processId: left?.id ?? newId(),
    ...(left ? { resumeFrom: left.at } : {}),
    ...(maxLineBytes ? { bodyLimit: { bytes: () => maxLineBytes } } : {}),
    ...(yieldToEventLoop ? { yieldToEventLoop } : {}),
  });
  const frames: ReceivedFrame[] = [];
  const closed: Failure[] = [];
  const opened = transport.open({
    frame: (frame) => void frames.push(frame),
    closed: (failure) => void closed.push(failure),
  });
  const send = (message: object) => transport.send(encodeText(JSON.stringify(message)));
  const answer = (id: number) =>
    until(() =>
      frames.find(({ messages }) =>
        messages.some(({ head }) => head.kind === "result" && head.id === id),
      ),
    );
  return { log, transport, frames, closed, opened, send, answer };
}

const bodies = async (log: ReturnType<typeof openPage>["log"], kind: Entry["kind"]) => {
  const { entries, length } = log.snapshot();
  const some = entries.slice(0, length).filter((entry) => entry.kind === kind);
  return Promise.all(some.map(async ({ seq }) => decodeText(await log.read(seq))));
};

describe("a real server", () => {
  const everything: ProcessCommand = {
    command: process.execPath,
    args: [join(import.meta.dirname, "../../node_modules/.bin/mcp-server-everything"), "stdio"],
  };
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "0" },
    },
  };

  test("is initialized, called, left by a page, resumed by the next, and closed", async () => {
    const relay = await openRelay({ limits: { stopWaitMs: 2000 } });
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const page = openPage(first.link, everything);
    expect(await page.opened).toBeUndefined();
    expect(await page.send(initialize).delivery).toEqual({ kind: "delivered" });
    expect((await page.answer(1)).text).toContain('"protocolVersion":"2025-11-25"');
    page.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    page.send({ jsonrpc: "2.0", id: 2, method: "tools/list" });
    expect((await page.answer(2)).text).toContain('"name":"echo"');

    const left = {
      id: page.transport.processId,
      at: page.transport.position() ?? { seen: 0, from: 0 },
    };
    first.link.close();
    const second = await openLink(relay, session);
    const next = openPage(second.link, everything, left);
    expect(await next.opened).toBeUndefined();
    const params = { name: "echo", arguments: { message: "still here" } };
    next.send({ jsonrpc: "2.0", id: 3, method: "tools/call", params });
    expect((await next.answer(3)).text).toContain("still here");
    expect(next.frames.some(({ text }) => text.includes('"id":2'))).toBe(false);

    await next.transport.close();
    expect(next.closed).toEqual([expect.objectContaining({ code: "exited" })]);
    expect(logSummary(next.log).at(-1)).toBe("none process");
  });
});

describe("output of a server", () => {
  const launch = async (command: ProcessCommand) => {
    const relay = await openRelay();
    const { link } = await openLink(relay);
    return openPage(link, command);
  };

  test("is truncated when a line never ends, and the process is stopped", async () => {
    const relay = await openRelay({ limits: { stopWaitMs: 1000 } });
    const { link } = await openLink(relay);
    const endless = script(
      'const more = () => process.stdout.write("x".repeat(65536), more); more();',
    );
    const { log, closed, opened } = openPage(link, endless, undefined, 1_000_000);
    expect(await opened).toBeUndefined();
    await until(() => closed[0]);
    expect(closed).toEqual([{ code: "too-large", what: "line", limit: 1_000_000 }]);
    const { entries } = log.snapshot();
    const kept = entries.filter(({ kind }) => kind === "frame");
    expect(kept).toHaveLength(1);
    expect(kept[0]?.size).toBeLessThan(2_000_000);
    await until(() => entries.find((one) => one.kind === "process" && one.event.kind === "exited"));
    expect(closed).toHaveLength(1);
  });

  test("is in the log byte for byte, JSON or not, and reaches the receiver", async () => {
    const lines = [
      '{"jsonrpc":"2.0","method":"a"}',
      "oops",
      "",
      '[{"jsonrpc":"2.0","id":1,"result":{}},3]',
      '{"jsonrpc": "2.0",  "id":1e0, "result": 99999999999999999}\r',
    ];
    const page = await launch(
      script(
        `
        console.error("starting");
        process.stdout.write(Buffer.concat([Buffer.from(args[0]), Buffer.from([10, 0xff, 0xfe])]));
      `,
        lines.join("\n"),
      ),
    );
    expect(await page.opened).toBeUndefined();
    await until(() => page.closed.length);
    expect(await bodies(page.log, "message")).toEqual([...lines, "\ufffd\ufffd"]);
    expect(await bodies(page.log, "stderr")).toEqual(["starting\n"]);
    expect(page.frames.map(({ text }) => text)).toEqual([...lines, "\ufffd\ufffd"]);
    expect(logSummary(page.log).filter((words) => words.startsWith("in message"))).toEqual([
      "in message stdio notification a",
      "in message stdio invalid not-json",
      "in message stdio invalid not-json",
      "in message stdio result 1, invalid not-an-object",
      "in message stdio result 1",
      "in message stdio invalid not-json",
    ]);
    const last = page.frames.at(-1)?.entry.seq ?? -1;
    expect([...(await page.log.read(last))]).toEqual([0xff, 0xfe]);
  });

  test("is reported with the end of standard error when it exits immediately", async () => {
    const page = await launch(
      script(`console.error("x".repeat(10_000) + "the reason"); process.exit(2);`),
    );
    await page.opened;
    await until(() => page.closed.length);
    const [failure] = page.closed;
    expect(failure).toMatchObject({ code: "exited", exitCode: 2, signal: null });
    const { stderr } = failure as Extract<Failure, { code: "exited" }>;
    expect(stderr).toHaveLength(4000);
    expect(stderr).toMatch(/x the reason\n$|xthe reason\n$/);
  });

  test("fails to open when the command does not exist", async () => {
    const page = await launch({ command: "no-such-program", args: ["-y"] });
    expect(await page.opened).toEqual({
      code: "not-started",
      command: "no-such-program",
      problem: "program-not-found",
      reason: "There is no program named no-such-program on the relay's PATH",
    });
    expect(logSummary(page.log)).toEqual(["none process", "none process"]);
  });
});

describe("a large line is decoded in steps", () => {
  const largeBytes = 3_000_000;
  /** Writes a small line, a large one, and what `after` writes. */
  const withLargeLine = (after: string) =>
    script(`
      import { once } from "node:events";
      const write = (text) => new Promise((resolve) => process.stdout.write(text, resolve));
      const note = (method) => JSON.stringify({ jsonrpc: "2.0", method }) + "\\n";
      const large = { jsonrpc: "2.0", method: "large", params: { rows: "" } };
      const missing = ${largeBytes} - JSON.stringify(large).length - 1;
      large.params.rows = "x".repeat(missing);
      const largeLine = JSON.stringify(large) + "\\n";
      ${after}
    `);

  /** Starts the command; the page does not finish decoding until `finish`. */
  const pauseIn = async (command: ProcessCommand) => {
    const relay = await openRelay();
    const session = await pair(relay);
    const { link, sockets } = await openLink(relay, session);
    const paused = Promise.withResolvers<void>();
    let yields = 0;
    const page = openPage(link, command, undefined, undefined, () => {
      yields++;
      return paused.promise;
    });
    const received = { bytes: 0, messages: "" };
    sockets[0]?.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary) received.bytes += data.byteLength;
      else received.messages += data.toString();
    });
    expect(await page.opened).toBeUndefined();
    await until(() => yields > 0);
    return { ...page, relay, session, link, sockets, received, finish: paused.resolve };
  };

  const methods = (page: Pick<ReturnType<typeof openPage>, "frames">) =>
    page.frames.map(({ messages: [message] }) => membersOf(message?.value).method);

  test("in order with the lines, the standard error and the exit after it", async () => {
    const page = await pauseIn(
      withLargeLine(`
        await write(note("before") + largeLine + note("after"));
        // the pipes are read in any order: the next is written when the page has got the last
        await once(process.stdin, "data");
        console.error("oops");
        await once(process.stdin, "data");
        await write(note("last"));
        process.exit();
      `),
    );
    const written = ["before", "after"].map((method) => JSON.stringify({ jsonrpc: "2.0", method }));
    await until(() => page.received.bytes >= largeBytes + `${written.join("\n")}\n`.length);
    const { bytes } = page.received;
    page.send({});
    await until(() => page.received.bytes > bytes);
    page.send({});
    await until(() => page.received.messages.includes('"exited"'));
    expect(methods(page)).toEqual(["before"]);
    expect(page.closed).toEqual([]);
    page.finish();
    await until(() => page.closed.length);
    expect(methods(page)).toEqual(["before", "large", "after", "last"]);
    expect(page.frames[1]?.text).toHaveLength(largeBytes - 1);
    const heard = logSummary(page.log).slice(2);
    expect(heard.filter((words) => !words.startsWith("out "))).toEqual([
      "in message stdio notification before",
      "in message stdio notification large",
      "in message stdio notification after",
      "in stderr",
      "in message stdio notification last",
      "none process",
    ]);
    expect(page.closed).toEqual([expect.objectContaining({ code: "exited", stderr: "oops\n" })]);
  });

  test("before the exit, if the process ends without a line feed", async () => {
    const page = await pauseIn(withLargeLine("await write(largeLine.trimEnd());"));
    expect(page.transport.position()?.from).toBe(0);
    page.finish();
    await until(() => page.closed.length);
    expect(methods(page)).toEqual(["large"]);
    expect(logSummary(page.log).at(-1)).toBe("none process");
  });

  test("while the process has to wait", async () => {
    const lines = 10_000;
    const page = await pauseIn(
      withLargeLine(`
        await write(largeLine);
        const line = note("x".repeat(1000));
        for (let i = 0; i < ${lines}; i++) await write(line);
        setInterval(() => {}, 1000);
      `),
    );
    await until(() => page.received.bytes > largeBytes + outputWindow / 2);
    // what the relay may still send comes before its answer
    const { heard } = takeUp(page.link, newId(), { seen: 0, from: 0 });
    await until(() => heard.end);
    expect(page.received.bytes).toBeLessThan(largeBytes + 2_000_000);
    page.finish();
    await until(() => page.frames.length === 1 + lines);
  });

  test("and nothing is lost or repeated when the socket drops", async () => {
    const page = await pauseIn(
      withLargeLine(`
        await write(note("before") + largeLine + note("after"));
        process.stdin.on("data", () => process.stdout.write(note("answer")));
      `),
    );
    page.sockets[0]?.terminate();
    await until(() => page.sockets.length === 2 && page.link.state().kind === "open");
    page.send({});
    page.finish();
    await until(() => methods(page).includes("answer"));
    expect(methods(page)).toEqual(["before", "large", "after", "answer"]);
    expect(logSummary(page.log).filter((text) => text === "none process")).toHaveLength(2);
  });

  test("and the next page gets all that was not recorded, or the number of its missing bytes", async () => {
    const command = withLargeLine(`
      await write(note("before") + largeLine + note("after"));
      process.stdin.on("data", () => process.stdout.write(note("answer")));
    `);
    const page = await pauseIn(command);
    const at = page.transport.position() ?? { seen: 0, from: 0 };
    const before = page.frames[0]?.entry.size ?? 0;
    expect(at.from).toBe(before + 1);
    page.link.close();

    const { link } = await openLink(page.relay, page.session);
    const next = openPage(link, command, { id: page.transport.processId, at });
    expect(await next.opened).toBeUndefined();
    next.send({});
    await until(() => methods(next).includes("answer"));
    expect(methods(next)).toEqual(["after", "answer"]);
    const { entries, length } = next.log.snapshot();
    const missed = entries
      .slice(0, length)
      .map((entry) =>
        entry.kind === "process" && entry.event.kind === "missed" ? entry.event.bytes : 0,
      );
    const torn = entries.slice(0, length).filter(({ kind }) => kind === "frame");
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    // the end of the line has a line feed, which no entry holds
    expect(sum(missed) + sum(torn.map(({ size }) => size + 1))).toBe(largeBytes);
    page.finish();
  });
});

describe("input", () => {
  test("is sent unchanged, line breaks only where they are allowed, and logged in the same way", async () => {
    const relay = await openRelay();
    const { link } = await openLink(relay);
    const page = openPage(link, script("process.stdin.pipe(process.stdout);"));
    await page.opened;
    const odd = encodeText('{"a":\n1}');
    const refused = page.transport.send(odd);
    expect(await refused.delivery).toEqual({ kind: "failed", failure: { code: "line-break" } });
    expect(logSummary(page.log)).not.toContain("out message");
    const { entry, delivery } = page.transport.send(odd, { allowsLineBreaks: true });
    expect(await delivery).toEqual({ kind: "delivered" });
    expect([...(await page.log.read(entry.seq))]).toEqual([...odd]);
    await until(() => page.frames.length === 2);
    expect(page.frames.map(({ text }) => text)).toEqual(['{"a":', "1}"]);
    await page.transport.close();
    expect(await page.transport.send(encodeText("{}")).delivery).toMatchObject({ kind: "failed" });
  });

  test("environment values are not in the log", async () => {
    const relay = await openRelay();
    const { link } = await openLink(relay);
    const command = { ...script(`console.log(process.env.KEY.length)`), env: { KEY: "sk-secret" } };
    const page = openPage(link, command);
    await page.opened;
    await until(() => page.closed.length);
    expect(page.frames[0]?.text).toBe("9");
    expect(JSON.stringify(page.log.snapshot().entries)).not.toContain("sk-secret");
  });
});

test("reports a process of an earlier page that has ended as unknown", async () => {
  const relay = await openRelay();
  const { link } = await openLink(relay);
  const left = { id: newId(), at: { seen: 0, from: 0 } };
  const page = openPage(link, { command: "npx", args: [] }, left);
  expect(await page.opened).toEqual({ code: "process-gone", command: "npx" });
});

test("refuses an unknown session with a reason", async () => {
  const relay = await openRelay();
  const { link } = await openLink(relay, "made up");
  const page = openPage(link, { command: "npx", args: [] });
  expect(await page.opened).toEqual({
    code: "relay-refused",
    reason: "The relay was restarted",
    closeCode: 4401,
  });
  expect(link.state().kind).toBe("closed");
});

test("reports the exit of a process that dies during a write, not the broken pipe", async () => {
  const { link } = await openLink(await openRelay());
  const isSent = join(temporaryFolder(), "sent");
  const dies = script(
    `
    import { closeSync, existsSync } from "node:fs";
    closeSync(0);
    console.error("no database");
    setInterval(() => existsSync(args[0]) && process.exit(3), 10);
    console.log("up");
  `,
    isSent,
  );
  const page = openPage(link, dies);
  await page.opened;
  await until(() => page.frames.length > 0 || page.log.snapshot().length > 3);
  const { delivery } = page.send({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} });
  writeFileSync(isSent, "");
  const first: unknown[] = [];
  void delivery.then((how) => first.push(how));
  await until(() => first.length > 0);
  // the receiver got the reason before the delivery was abandoned
  expect(page.closed).toEqual([
    {
      code: "exited",
      exitCode: 3,
      signal: null,
      stderr: "no database\n",
      ranMs: expect.any(Number),
    },
  ]);
});
