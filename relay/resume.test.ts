import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { encodeText } from "../shared/bytes.ts";
import {
  hear,
  launch,
  newId,
  openLink,
  openRelay,
  pair,
  runs,
  script,
  takeUp,
  until,
} from "./relay.fixture.ts";

const echo = `process.stdin.pipe(process.stdout);`;
const endless = `setInterval(() => {}, 1000);`;

describe("when the socket drops", () => {
  /** Counts as fast as it is read, answers what it is told. */
  const counter = `
    let i = 0;
    setInterval(() => { for (let n = 0; n < 50; n++) console.log("n" + i++); console.error("e" + i); }, 5);
    process.stdin.on("data", (bytes) => process.stdout.write("echo " + bytes));
  `;

  test("nothing is lost and nothing comes twice", async () => {
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

  test("what was being written arrives once", async () => {
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

  test("another page takes up where the first one was, the unfinished line included", async () => {
    const relay = await openRelay();
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = hear();
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

  test("a line that the first page did not finish writing does not spoil the next one", async () => {
    const relay = await openRelay();
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = hear();
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

  test("if the bound was passed, the page is told exactly how many bytes are missing", async () => {
    const relay = await openRelay({ limits: { keepBytes: 1000 } });
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = hear();
    // 4 bytes, then 500 lines of 10 bytes once nobody listens, then one more at a word.
    const command = script(`
      console.log("up!");
      setTimeout(() => {
        let text = "";
        for (let i = 0; i < 500; i++) text += "line " + String(i).padStart(4, "0") + "\\n";
        process.stdout.write(text);
      }, 200);
      process.stdin.on("data", (bytes) => process.stdout.write(bytes));
    `);
    const process = first.link.start(id, command, listener);
    await until(() => heard.lines.length === 1);
    const position = process.position();
    first.link.close();
    await sleep(500);

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

  test("a process that nobody comes back for is stopped", async () => {
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

  test("another session has no part in it", async () => {
    const { relay, id, heard } = await launch(script(endless));
    await until(() => heard.pid);
    const stranger = await openLink(relay);
    const next = takeUp(stranger.link, id, { seen: 0, from: 0 });
    await until(() => next.heard.end);
    expect(next.heard.end).toEqual({ kind: "unknown" });
    const { listener, heard: started } = hear();
    stranger.link.start(id, script(endless), listener);
    await until(() => started.end);
    expect(started.end).toMatchObject({ kind: "not-started" });
    expect(heard.end).toBeUndefined();
  });

  test("the page that loses a process to another one is told", async () => {
    const relay = await openRelay();
    const session = await pair(relay);
    const first = await openLink(relay, session);
    const id = newId();
    const { heard, listener } = hear();
    first.link.start(id, script(endless), listener);
    await until(() => heard.pid);
    const second = await openLink(relay, session);
    const next = takeUp(second.link, id, { seen: 0, from: 0 });
    await until(() => next.heard.pid && heard.end);
    expect(heard.end).toEqual({ kind: "taken" });
  });

  test("a relay that is gone for good ends every process", async () => {
    const { relay, heard, link } = await launch(script(endless), { limits: { keepMs: 300 } });
    await until(() => heard.pid);
    await relay.close();
    await until(() => heard.end);
    await until(() => link.state().kind === "closed");
    expect(await link.open()).toMatchObject({ code: "relay-unreachable" });
  });
});
