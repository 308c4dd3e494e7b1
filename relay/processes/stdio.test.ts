import { createHash } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { encodeText } from "../../shared/core/bytes.ts";
import type { ProcessEnd } from "../../shared/relay/client/relayProcess.ts";
import { decodeChunk } from "../../shared/relay/frames/chunk.ts";
import {
  launch,
  newId,
  openLink,
  openRelay,
  recordProcess,
  runs,
  script,
  temporaryFolder,
  until,
} from "../relay.fixture.ts";

const echo = `process.stdin.pipe(process.stdout);`;
const endless = `setInterval(() => {}, 1000);`;

describe("a server", () => {
  test("receives input, and its output arrives line by line", async () => {
    const { heard, process } = await launch(script(echo));
    await until(() => heard.pid);
    expect(await process.write(encodeText("one\ntwo\nthr"))).toBe(true);
    await until(() => heard.lines.length === 2);
    await process.write(encodeText("ee\n"));
    await until(() => heard.lines.length === 3);
    expect(heard.lines).toEqual(["one", "two", "three"]);
  });

  test("gets its arguments unchanged, without a shell", async () => {
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
    const allowed = ["HOME", "LANG", "MCP_RELAY_PROCESS", "OWN", "PATH", "TERM", "TMPDIR", "USER"];
    expect(Object.keys(environment).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test("runs in the requested directory", async () => {
    const { heard } = await launch({ ...script("console.log(process.cwd());"), cwd: "/" });
    await until(() => heard.end);
    expect(heard.lines).toEqual(["/"]);
  });

  test("has a separate standard error", async () => {
    const { heard } = await launch(script(`console.error("oh"); console.log("ah");`));
    await until(() => heard.end);
    expect([heard.stderr, heard.lines]).toEqual(["oh\n", ["ah"]]);
  });

  test("accepts any text of any length, without a final line feed", async () => {
    const { heard } = await launch(
      script(`process.stdout.write(Buffer.concat([
        Buffer.from("not json\\n"), Buffer.alloc(300_000, "x"), Buffer.from("\\nlast"),
      ]));`),
    );
    await until(() => heard.end);
    expect(heard.lines).toEqual(["not json", "x".repeat(300_000), "last"]);
  });

  test("delivers bytes that are not text", async () => {
    const relay = await openRelay();
    const { link } = await openLink(relay);
    const { heard, listener } = recordProcess();
    const hash = createHash("sha256");
    let isFirst = true;
    const garbage = script(`
      import { createCipheriv, createHash } from "node:crypto";
      const key = Buffer.alloc(16, 7);
      const bytes = createCipheriv("aes-128-ctr", key, key).update(Buffer.alloc(8_000_000));
      process.stdout.write(bytes);
      process.stderr.write(createHash("sha256").update(bytes).digest("hex"));
    `);
    link.start(newId(), garbage, {
      ...listener,
      line({ bytes }) {
        if (!isFirst) hash.update("\n");
        isFirst = false;
        hash.update(bytes);
      },
    });
    await until(() => heard.end);
    expect(hash.digest("hex")).toBe(heard.stderr);
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

  test("reports a process that closes its stdin", async () => {
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

describe("stopping", () => {
  test("closes the standard input first", async () => {
    const { heard, process } = await launch(
      script(`process.stdin.on("end", () => { console.log("bye"); process.exit(7); }).resume();`),
      // it may still be starting
      { limits: { stopWaitMs: 30_000 } },
    );
    await until(() => heard.pid);
    await process.stop();
    expect(heard).toMatchObject({ lines: ["bye"], end: { kind: "exited", code: 7 } });
  });

  test("then sends SIGTERM, then SIGKILL, to descendants as well", async () => {
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

  test("ends a process after the idle limit", async () => {
    const { heard, process } = await launch(script(echo), { limits: { idleMs: 2000 } });
    await until(() => heard.pid);
    // together longer than the limit, each far below it
    for (let turn = 1; turn <= 4; turn++) {
      await sleep(600);
      await process.write(encodeText("still here\n"));
    }
    await until(() => heard.end);
    expect(heard.lines).toHaveLength(4);
    expect(heard.end).toEqual({ kind: "exited", code: 0, signal: null, idleMs: 2000 });
  });

  test("stops the child processes that a server leaves behind", async () => {
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

  test("stops all processes when the relay closes", async () => {
    const { heard, relay } = await launch(script(endless), { limits: { stopWaitMs: 100 } });
    const pid = await until(() => heard.pid);
    await relay.close();
    expect(runs(pid)).toBe(false);
  });

  test("a server that the relay stops as it closes has not ended by itself", async () => {
    const { heard, relay, link } = await launch(script("process.stdin.resume()"), {
      limits: { keepMs: 100 },
    });
    await until(() => heard.pid);
    await relay.close();
    await until(() => heard.end);
    expect(heard.end).toMatchObject({ kind: "lost", failure: { code: "relay-unreachable" } });
    expect(link.state().kind).toBe("closed");
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
    await until(() => heard.end);
    expect(heard.lines).toHaveLength(200_000);
    expect(heard.lines.findIndex((line, i) => !line.startsWith(`line ${i} `))).toBe(-1);
    expect(heard.missed).toEqual([]);
  });

  test("applies backpressure to the child when the page stalls", async () => {
    const relay = await openRelay();
    const { link, sockets } = await openLink(relay);
    await link.open();
    const id = newId();
    // A page that grants 100,000 bytes and then stops reading.
    const socket = await until(() => sockets[0]);
    let got = 0;
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) got += decodeChunk(data)?.bytes.byteLength ?? 0;
    });
    // a byte in the file for each block that was taken from the child
    const file = join(temporaryFolder(), "taken");
    const { command, args } = script(`
      import { appendFileSync } from "node:fs";
      const block = Buffer.alloc(65536, "x");
      const more = () => process.stdout.write(block, () => {
        appendFileSync(${JSON.stringify(file)}, "x");
        more();
      });
      more();
    `);
    socket.send(JSON.stringify({ kind: "start", id, until: 100_000, command, args }));
    await until(() => got === 100_000);
    let [taken, looks] = [0, 0];
    await until(() => {
      const { size } = statSync(file);
      looks = size === taken ? looks + 1 : 0;
      taken = size;
      return looks > 50 || taken * 65_536 > 20_000_000;
    });
    expect(got).toBe(100_000);
    expect(taken * 65_536).toBeLessThan(20_000_000);
  });

  test("of input is held back in the page, not in the relay", async () => {
    const go = join(temporaryFolder(), "go");
    const { heard, process } = await launch(
      script(`
        import { existsSync } from "node:fs";
        console.log("up");
        let got = 0;
        const timer = setInterval(() => {
          if (!existsSync(${JSON.stringify(go)})) return;
          clearInterval(timer);
          process.stdin.on("data", (bytes) => { got += bytes.length; });
          process.stdin.on("end", () => console.log(got));
        }, 10);
      `),
    );
    await until(() => heard.lines.length);
    const reached = process.write(new Uint8Array(10_000_000).fill(120));
    expect(await Promise.race([reached, sleep(150, "waits")])).toBe("waits");
    writeFileSync(go, "");
    expect(await reached).toBe(true);
    void process.stop();
    await until(() => heard.end);
    expect(heard.lines[1]).toBe("10000000");
  });
});
