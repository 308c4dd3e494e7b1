import { type EventEmitter, once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { encodeText } from "../../shared/core/bytes.ts";
import {
  launch,
  newId,
  openLink,
  openRelay,
  pair,
  recordProcess,
  runs,
  script,
  takeUp,
  temporaryFolder,
  until,
} from "../relay.fixture.ts";

const echo = `process.stdin.pipe(process.stdout);`;
const endless = `setInterval(() => {}, 1000);`;

describe("when the socket drops", () => {
  /** Counts as fast as it is read, and answers its input. */
  const counter = `
    let i = 0;
    setInterval(() => { for (let n = 0; n < 50; n++) console.log("n" + i++); console.error("e" + i); }, 5);
    process.stdin.on("data", (bytes) => process.stdout.write("echo " + bytes));
  `;

  test("loses and repeats nothing", async () => {
    const { heard, sockets, link } = await launch(script(counter));
    for (let cut = 1; cut <= 4; cut++) {
      await until(() => heard.lines.length > 300 * cut);
      sockets.at(-1)?.terminate();
      await until(() => sockets.length === cut + 1 && link.state().kind === "open");
    }
    await until(() => heard.lines.length > 2000);
    const numbers = heard.lines.map((line) => Number(line.slice(1)));
    expect(numbers).toEqual(numbers.map((_, i) => i));
    const errors = heard.stderr.trim().split("\n");
    expect(errors).toEqual(errors.map((_, i) => `e${(i + 1) * 50}`));
    expect(heard.missed).toEqual([]);
  });

  test("loses and repeats nothing when the output fits the buffer", async () => {
    const lines = 40_000;
    // 40 MB at some 20 MB/s, in writes that end in the middle of a line.
    const flood = script(`
      import { setTimeout as sleep } from "node:timers/promises";
      let text = "";
      for (let i = 0; i < ${lines}; i++) text += i + " " + "x".repeat(1000) + "\\n";
      for (let at = 0; at < text.length; at += 99_991) {
        if (!process.stdout.write(text.slice(at, at + 99_991))) {
          await new Promise((resolve) => process.stdout.once("drain", resolve));
        }
        await sleep(4);
      }
    `);
    const limits = { keepBytes: 64 * 1_048_576 };
    const { heard, sockets, link } = await launch(flood, { limits });
    let cuts = 0;
    for (; !heard.end; cuts++) {
      const before = heard.lines.length;
      await until(() => heard.lines.length > before + 4000 || heard.end);
      sockets.at(-1)?.terminate();
      await until(() => sockets.length > cuts + 1 && link.state().kind === "open");
    }
    expect(cuts).toBeGreaterThan(4);
    expect(heard).toMatchObject({ missed: [], torn: [], end: { kind: "exited", code: 0 } });
    expect(heard.lines).toHaveLength(lines);
    expect(heard.lines.findIndex((line, i) => line !== `${i} ${"x".repeat(1000)}`)).toBe(-1);
  });

  test("received and dropped bytes add up when the output exceeds the buffer", async () => {
    const total = 256 * 1_048_576;
    const flood = `yes ${"x".repeat(1023)} | head -c ${total}`;
    // small, so that any pause in which the child runs exceeds it
    const relay = await openRelay({ limits: { keepBytes: 65_536 } });
    const { link, sockets } = await openLink(relay);
    const { heard, listener } = recordProcess();
    const came = { bytes: 0, missed: 0, gaps: 0 };
    let afterGap = false;
    link.start(
      newId(),
      { command: "/bin/sh", args: ["-c", flood] },
      {
        ...listener,
        // A line before a gap has lost its end, which follows the gap.
        line({ bytes, whole }) {
          came.bytes += bytes.byteLength + (whole || afterGap ? 1 : 0);
          afterGap = false;
        },
        missed(bytes) {
          came.missed += bytes;
          came.gaps += 1;
          afterGap = true;
        },
      },
    );
    for (let mark = 1; mark <= 3 || (came.gaps === 0 && !heard.end); mark++) {
      await until(() => came.bytes > mark * 8_000_000 || heard.end);
      sockets.at(-1)?.terminate();
      await until(() => sockets.length > mark && link.state().kind === "open");
    }
    // megabytes of output, which a busy machine passes on slowly
    await until(() => heard.end, 110_000);
    expect(came.gaps).toBeGreaterThan(0);
    expect(came.bytes + came.missed).toBe(total);
  });

  test("delivers a pending write once", async () => {
    const { heard, sockets, process } = await launch(
      script(`
        let got = "";
        process.stdin.on("data", (bytes) => { got += bytes; if (got.endsWith("end")) console.log(got); });
        console.log("up");
      `),
    );
    await until(() => heard.lines.length);
    const text = Array.from({ length: 400_000 }, (_, i) => i % 10).join("");
    const writes = [process.write(encodeText(text))];
    sockets[0]?.terminate();
    writes.push(process.write(encodeText("end")));
    expect(await Promise.all(writes)).toEqual([true, true]);
    await until(() => heard.lines.length === 2);
    expect(heard.lines[1]).toBe(`${text}end`);
  });

  test("another page resumes where the first one stopped, within a line", async () => {
    const relay = await openRelay();
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = recordProcess();
    const command = script(`
      process.stdout.write("one\\ntw");
      setTimeout(() => process.stderr.write("oops\\n"), 50);
      process.stdin.on("data", (bytes) => process.stdout.write(bytes));
    `);
    const process = first.link.start(id, command, listener);
    await until(() => heard.stderr === "oops\n");
    const position = process.position();
    expect(position).toEqual({ seen: 11, from: 4 });
    first.link.close();

    const second = await openLink(relay, session);
    const next = takeUp(second.link, id, position);
    await until(() => next.heard.pid);
    expect(next.heard.pid).toBe(heard.pid);
    await next.process.write(encodeText("o\nthree\n"));
    await until(() => next.heard.lines.length === 2);
    expect(next.heard).toMatchObject({ lines: ["two", "three"], stderr: "", missed: [], torn: [] });
  });

  test("an unfinished line of the first page does not corrupt the next one", async () => {
    const relay = await openRelay();
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = recordProcess();
    const process = first.link.start(id, script(echo), listener);
    await until(() => heard.pid);
    await process.write(encodeText("half a li"));
    first.link.close();
    const second = await openLink(relay, session);
    const next = takeUp(second.link, id, { seen: 0, from: 0 });
    await until(() => next.heard.pid);
    await next.process.write(encodeText("whole\n"));
    await until(() => next.heard.lines.length === 2);
    expect(next.heard.lines).toEqual(["half a li", "whole"]);
  });

  test("reports exactly how many bytes were dropped", async () => {
    const relay = await openRelay({ limits: { keepBytes: 1000 } });
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = recordProcess();
    const folder = temporaryFolder();
    const [go, done] = [join(folder, "go"), join(folder, "done")];
    // 4 bytes, then 500 lines of 10 bytes once no page is attached, then one more on request.
    const command = script(`
      import { existsSync, writeFileSync } from "node:fs";
      console.log("up!");
      const timer = setInterval(() => {
        if (!existsSync(${JSON.stringify(go)})) return;
        clearInterval(timer);
        let text = "";
        for (let i = 0; i < 500; i++) text += "line " + String(i).padStart(4, "0") + "\\n";
        process.stdout.write(text, () => writeFileSync(${JSON.stringify(done)}, ""));
      }, 10);
      process.stdin.on("data", (bytes) => process.stdout.write(bytes));
    `);
    const process = first.link.start(id, command, listener);
    await until(() => heard.lines.length === 1);
    const position = process.position();
    const closed = once(first.sockets[0] as EventEmitter, "close");
    first.link.close();
    await closed;
    writeFileSync(go, "");
    await until(() => existsSync(done));

    const second = await openLink(relay, session);
    const next = takeUp(second.link, id, position);
    await until(() => next.heard.pid);
    await next.process.write(encodeText("now\n"));
    await until(() => next.heard.lines.at(-1) === "now");
    expect(next.heard.missed).toEqual([4000]);
    expect(next.heard.torn).toEqual([]);
    expect(next.heard.lines).toHaveLength(101);
    expect(next.heard.lines[0]).toBe("line 0400");
  });

  test("stops a process to which no page reconnects", async () => {
    const { heard, sockets, link } = await launch(script(endless), {
      limits: { keepMs: 200, stopWaitMs: 100 },
    });
    const pid = await until(() => heard.pid);
    link.close();
    sockets[0]?.terminate();
    await sleep(100);
    expect(runs(pid)).toBe(true);
    await until(() => !runs(pid));
  });

  test("another session cannot attach", async () => {
    const { relay, id, heard } = await launch(script(endless));
    await until(() => heard.pid);
    const stranger = await openLink(relay);
    const next = takeUp(stranger.link, id, { seen: 0, from: 0 });
    await until(() => next.heard.end);
    expect(next.heard.end).toEqual({ kind: "unknown" });
    const { listener, heard: started } = recordProcess();
    stranger.link.start(id, script(endless), listener);
    await until(() => started.end);
    expect(started.end).toMatchObject({ kind: "not-started" });
    expect(heard.end).toBeUndefined();
  });

  test("the page that loses a process to another one is notified", async () => {
    const relay = await openRelay();
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = recordProcess();
    first.link.start(id, script(endless), listener);
    await until(() => heard.pid);
    const second = await openLink(relay, session);
    const next = takeUp(second.link, id, { seen: 0, from: 0 });
    await until(() => next.heard.pid && heard.end);
    expect(heard.end).toEqual({ kind: "taken" });
  });

  test("two pages attach to one process alternately, and it receives input of both", async () => {
    const relay = await openRelay();
    const session = await pair(relay);
    const pages = [await openLink(relay, session), await openLink(relay, session)];
    const id = newId();
    const first = recordProcess();
    const starter = pages[0]?.link.start(id, script(echo), first.listener);
    await until(() => first.heard.pid);
    await starter?.write(encodeText("0\n"));
    await until(() => first.heard.lines.length);
    let holder = { heard: first.heard, position: () => starter?.position() };
    for (let turn = 1; turn <= 20; turn++) {
      const { link } = pages[turn % 2] as (typeof pages)[number];
      const next = takeUp(link, id, holder.position() ?? { seen: 0, from: 0 });
      await until(() => next.heard.pid && holder.heard.end);
      expect(holder.heard.end).toEqual({ kind: "taken" });
      await next.process.write(encodeText(`${turn}\n`));
      await until(() => next.heard.lines.length);
      expect(next.heard).toMatchObject({ lines: [`${turn}`], missed: [], pid: first.heard.pid });
      holder = { heard: next.heard, position: () => next.process.position() };
    }
  });

  test("replaces a page that does not answer a ping", async () => {
    const { heard, sockets } = await launch(script(endless), {
      limits: { pingMs: 1000, keepMs: 100 },
    });
    const pid = await until(() => heard.pid);
    await sleep(2500);
    expect(runs(pid)).toBe(true);
    // No close frame: the socket is no longer read, and so does not answer.
    sockets[0]?.pause();
    await until(() => !runs(pid));
  });

  test("ends every process when the relay does not return", async () => {
    const { relay, heard, link } = await launch(script(endless), { limits: { keepMs: 300 } });
    await until(() => heard.pid);
    await relay.close();
    await until(() => heard.end);
    await until(() => link.state().kind === "closed");
    expect(await link.open()).toMatchObject({ code: "relay-unreachable" });
  });
});
