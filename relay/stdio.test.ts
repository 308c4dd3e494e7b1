import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { encodeText } from "../shared/bytes.ts";
import type { ProcessEnd } from "../shared/relay/relayProcess.ts";
import type { ProcessCommand } from "../shared/relay/wire.ts";
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

describe("a server", () => {
  test("gets what is written and is heard line by line", async () => {
    const { heard, process } = await launch(script(echo));
    await until(() => heard.pid);
    expect(await process.write(encodeText("one\ntwo\nthr"))).toBe(true);
    await until(() => heard.lines.length === 2);
    await process.write(encodeText("ee\n"));
    await until(() => heard.lines.length === 3);
    expect(heard.lines).toEqual(["one", "two", "three"]);
  });

  test("gets its arguments as they are, no shell between", async () => {
    const odd = ["a b", "$HOME", "`id`", "; echo x", "*", "", '"', "--", "ž"];
    const { heard } = await launch(script("console.log(JSON.stringify(args));", ...odd));
    await until(() => heard.end);
    expect(JSON.parse(heard.lines[0] ?? "")).toEqual(odd);
  });

  test("inherits little, and gets exactly what was set", async () => {
    process.env.RELAY_TEST_SECRET = "inherited";
    const { heard } = await launch({
      ...script("console.log(JSON.stringify(process.env));"),
      env: { OWN: "value", TERM: "mine" },
    });
    await until(() => heard.end);
    delete process.env.RELAY_TEST_SECRET;
    const environment = JSON.parse(heard.lines[0] ?? "");
    expect(environment).toMatchObject({ OWN: "value", TERM: "mine", PATH: process.env.PATH });
    const allowed = ["HOME", "LANG", "OWN", "PATH", "TERM", "TMPDIR", "USER"];
    expect(Object.keys(environment).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test("runs in the directory that was asked for", async () => {
    const { heard } = await launch({ ...script("console.log(process.cwd());"), cwd: "/" });
    await until(() => heard.end);
    expect(heard.lines).toEqual(["/"]);
  });

  test("has a standard error of its own", async () => {
    const { heard } = await launch(script(`console.error("oh"); console.log("ah");`));
    await until(() => heard.end);
    expect([heard.stderr, heard.lines]).toEqual(["oh\n", ["ah"]]);
  });

  test("may say anything, of any length, and the last line needs no end", async () => {
    const { heard } = await launch(
      script(`process.stdout.write(Buffer.concat([
        Buffer.from("not json\\n"), Buffer.alloc(300_000, "x"), Buffer.from("\\nlast"),
      ]));`),
    );
    await until(() => heard.end);
    expect(heard.lines).toEqual(["not json", "x".repeat(300_000), "last"]);
  });

  test.each<[string, string, ProcessEnd]>([
    ["a code", "process.exit(3)", { kind: "exited", code: 3, signal: null }],
    ["success", "", { kind: "exited", code: 0, signal: null }],
    [
      "a signal",
      "process.kill(process.pid, 'SIGKILL')",
      { kind: "exited", code: null, signal: "SIGKILL" },
    ],
  ])("ends with %s", async (_name, source, end) => {
    const { heard } = await launch(script(source));
    await until(() => heard.end);
    expect(heard.end).toEqual(end);
  });

  test("that closes its input is told not to hear any more", async () => {
    const { heard, process } = await launch(
      script(`import { closeSync } from "node:fs"; closeSync(0); console.log("deaf"); ${endless}`),
    );
    await until(() => heard.lines.length);
    const writes = [process.write(encodeText("x\n"))];
    for (let i = 0; i < 20; i++) {
      await sleep(5);
      writes.push(process.write(encodeText("y\n")));
    }
    expect((await Promise.all(writes)).at(-1)).toBe(false);
    expect(heard.end).toBeUndefined();
  });
});

describe("what cannot be started says why", () => {
  test.each<[string, Partial<ProcessCommand>, string]>([
    ["no program", { command: "no-such-program" }, "There is no program named no-such-program"],
    ["no file", { command: "/no/such/file" }, "There is no file /no/such/file"],
    ["no directory", { cwd: "/no/such/place" }, "There is no directory /no/such/place"],
    ["a file as directory", { cwd: process.execPath }, "There is no directory"],
    ["not a program", { command: import.meta.filename }, "stdio.test.ts may not be executed"],
    ["a null byte", { args: ["\0"] }, "contains a null byte"],
    ["too long", { args: ["x".repeat(200_000)] }, "are too long for this system"],
  ])("%s", async (_name, change, reason) => {
    const { heard } = await launch({ command: process.execPath, args: [], ...change });
    await until(() => heard.end);
    expect(heard.end).toEqual({ kind: "not-started", reason: expect.stringContaining(reason) });
  });

  test("one process too many", async () => {
    const { heard, link } = await launch(script(endless), { limits: { processesPerSession: 1 } });
    await until(() => heard.pid);
    const second = hear();
    link.start(newId(), script(endless), second.listener);
    await until(() => second.heard.end);
    expect(second.heard.end).toMatchObject({ reason: expect.stringContaining("the most that") });
  });

  test("an environment value is in no reason", async () => {
    const env = { KEY: "sk-secret" };
    const { heard } = await launch({ command: "no-such-program", args: [], env });
    await until(() => heard.end);
    expect(JSON.stringify(heard.end)).not.toContain("sk-secret");
  });
});

describe("stopping", () => {
  test("closes the standard input first", async () => {
    const { heard, process } = await launch(
      script(`process.stdin.on("end", () => { console.log("bye"); process.exit(7); }).resume();`),
    );
    await until(() => heard.pid);
    await process.stop();
    expect(heard).toMatchObject({ lines: ["bye"], end: { kind: "exited", code: 7 } });
  });

  test("then asks, then kills, children's children too", async () => {
    const { heard, process } = await launch(
      script(`
        import { spawn } from "node:child_process";
        process.on("SIGTERM", () => console.log("no"));
        const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"]);
        child.stdout.on("data", () => console.log(child.pid));
        ${endless}
      `),
      { limits: { stopWaitMs: 300 } },
    );
    const grandchild = Number(await until(() => heard.lines[0]));
    await process.stop();
    expect(heard).toMatchObject({ lines: [`${grandchild}`, "no"], end: { signal: "SIGKILL" } });
    await until(() => !runs(grandchild));
  });

  test("what a server leaves behind goes with it", async () => {
    const { heard } = await launch(
      script(`
        import { spawn } from "node:child_process";
        const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
        child.on("spawn", () => { console.log(child.pid); process.exit(); });
      `),
    );
    await until(() => heard.end);
    await until(() => !runs(Number(heard.lines[0])));
  });

  test("a relay that closes leaves nobody", async () => {
    const { heard, relay } = await launch(script(endless), { limits: { stopWaitMs: 100 } });
    const pid = await until(() => heard.pid);
    await relay.close();
    expect(runs(pid)).toBe(false);
  });
});

describe("a flood", () => {
  const flood = (lines: number) => `
    let i = 0;
    const more = () => {
      while (i < ${lines}) if (!process.stdout.write("line " + i++ + " " + "x".repeat(90) + "\\n")) return;
    };
    process.stdout.on("drain", more);
    more();
  `;

  test("arrives whole and in order", async () => {
    const { heard } = await launch(script(flood(200_000)));
    await until(() => heard.end, 20_000);
    expect(heard.lines).toHaveLength(200_000);
    expect(heard.lines.findIndex((line, i) => !line.startsWith(`line ${i} `))).toBe(-1);
    expect(heard.missed).toEqual([]);
  }, 25_000);

  test("stops at the child while the page takes nothing, and the relay stays small", async () => {
    const relay = await openRelay();
    const { link, sockets } = await openLink(relay);
    await link.open();
    const id = newId();
    // A page that grants 100,000 bytes and then looks elsewhere.
    const socket = await until(() => sockets[0]);
    let got = 0;
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) got += data.byteLength - 26;
    });
    const { command, args } = script(`
      let written = 0;
      const block = Buffer.alloc(65536, "x");
      const more = () => process.stdout.write(block, () => { written += 65536; more(); });
      more();
      setInterval(() => console.error(written), 20);
    `);
    socket.send(JSON.stringify({ kind: "start", id, until: 100_000, command, args }));
    await until(() => got === 100_000);
    const before = process.memoryUsage().rss;
    await sleep(500);
    expect(got).toBe(100_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000);
  });

  test("of input waits in the page, not in the relay", async () => {
    const { heard, process } = await launch(
      script(`
        console.log("up");
        let got = 0;
        setTimeout(() => {
          process.stdin.on("data", (bytes) => { got += bytes.length; });
          process.stdin.on("end", () => console.log(got));
        }, 300);
      `),
    );
    await until(() => heard.lines.length);
    const reached = process.write(new Uint8Array(10_000_000).fill(120));
    expect(await Promise.race([reached, sleep(150, "waits")])).toBe("waits");
    expect(await reached).toBe(true);
    void process.stop();
    await until(() => heard.end);
    expect(heard.lines[1]).toBe("10000000");
  });
});

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
