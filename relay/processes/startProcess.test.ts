import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ProcessCommand } from "../../shared/relay/frames/processFrames.ts";
import {
  launch,
  newId,
  openLink,
  openRelay,
  recordProcess,
  script,
  temporaryFolder,
  until,
} from "../relay.fixture.ts";

const endless = `setInterval(() => {}, 1000);`;

describe("start failures", () => {
  test.each<[string, Partial<ProcessCommand>, string]>([
    ["no program", { command: "no-such-program" }, "There is no program named no-such-program"],
    ["no file", { command: "/no/such/file" }, "There is no file /no/such/file"],
    ["no directory", { cwd: "/no/such/place" }, "There is no directory /no/such/place"],
    ["a file as directory", { cwd: process.execPath }, "is not a directory"],
    ["a directory of a shell", { cwd: "~/x" }, "There is no directory ~/x: ~ is not expanded"],
    ["a file of a shell", { command: "~/x" }, "There is no file ~/x: ~ is not expanded"],
    ["a relative file", { command: "./x", cwd: "/usr" }, "There is no file ./x in /usr"],
    [
      "no program on the PATH that was set",
      { command: "node", env: { PATH: "/no/such" } },
      "There is no program named node on the PATH that was set for it",
    ],
    [
      "not a program",
      { command: import.meta.filename },
      "startProcess.test.ts may not be executed",
    ],
    ["a null byte", { args: ["\0"] }, "contains a null byte"],
    ["too long", { args: ["x".repeat(200_000)] }, "are too long for this system"],
  ])("%s", async (_name, change, reason) => {
    const { heard } = await launch({ command: process.execPath, args: [], ...change });
    await until(() => heard.end);
    expect(heard.end).toMatchObject({
      kind: "not-started",
      reason: expect.stringContaining(reason),
    });
  });

  test("reports a missing interpreter", async () => {
    const file = join(temporaryFolder(), "script");
    writeFileSync(file, "#!/no/such/interpreter\n", { mode: 0o755 });
    const { heard } = await launch({ command: file, args: [] });
    await until(() => heard.end);
    expect(heard.end).toMatchObject({ reason: expect.stringContaining("named in its first line") });
  });

  test("no program, where a directory of the PATH may not be entered", async ({ skip }) => {
    skip(process.getuid?.() === 0, "root may enter every directory");
    const closed = temporaryFolder();
    chmodSync(closed, 0o600);
    const env = { PATH: closed };
    const { heard } = await launch({ command: "no-such-program", args: [], env });
    await until(() => heard.end);
    expect(heard.end).toMatchObject({
      reason: expect.stringContaining("There is no program named"),
    });
  });

  test("a directory that the relay may not enter", async ({ skip }) => {
    skip(process.getuid?.() === 0, "root may enter every directory");
    const cwd = temporaryFolder();
    chmodSync(cwd, 0o600);
    const { heard } = await launch({ command: process.execPath, args: [], cwd });
    await until(() => heard.end);
    expect(heard.end).toMatchObject({ reason: expect.stringContaining("may not enter") });
  });

  test("refuses a process beyond the limit", async () => {
    const { heard, link } = await launch(script(endless), { limits: { processesPerSession: 1 } });
    await until(() => heard.pid);
    const second = recordProcess();
    link.start(newId(), script(endless), second.listener);
    await until(() => second.heard.end);
    expect(second.heard.end).toMatchObject({
      reason: expect.stringContaining("as many processes"),
    });
  });

  test("refuses a start beyond the limit per minute", async () => {
    const { heard, link } = await launch(script(""), { limits: { startsPerMinute: 1 } });
    await until(() => heard.end);
    const second = recordProcess();
    link.start(newId(), script(""), second.listener);
    await until(() => second.heard.end);
    expect(second.heard.end).toMatchObject({
      reason: expect.stringMatching(/try again in (60|[45]\d) s/),
    });
  });

  test("ten thousand concurrent starts: some start, all others are refused with a reason", async () => {
    const relay = await openRelay({ limits: { processesPerSession: 10_000, startsPerMinute: 30 } });
    const { link } = await openLink(relay);
    const all = Array.from({ length: 10_000 }, () => {
      const { heard, listener } = recordProcess();
      link.start(newId(), { command: process.execPath, args: ["--version"] }, listener);
      return heard;
    });
    await until(() => all.every(({ end }) => end));
    const started = all.filter(({ pid }) => pid !== undefined);
    const refused = all.filter(({ pid }) => pid === undefined);
    const why =
      /^This session has started as many processes within a minute as the relay allows \(30\): try again in \d+ s$/;
    for (const { end } of refused) {
      expect(end).toEqual({
        kind: "not-started",
        problem: "start-rate",
        reason: expect.stringMatching(why),
      });
    }
    // a part of the minute passes meanwhile
    expect(started.length).toBeGreaterThanOrEqual(30);
    expect(started.length).toBeLessThan(45);
    expect(started.every(({ lines }) => lines.length === 1)).toBe(true);
  });

  test("failure reasons contain no environment values", async () => {
    const env = { KEY: "sk-secret" };
    const { heard } = await launch({ command: "no-such-program", args: [], env });
    await until(() => heard.end);
    expect(JSON.stringify(heard.end)).not.toContain("sk-secret");
  });
});
