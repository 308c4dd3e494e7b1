import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AuditEvent } from "../audit.ts";
import { temporaryFolder, until } from "../relay.fixture.ts";
import { openAuditFile } from "./auditFile.ts";

const at = "2026-01-02T03:04:05.006Z";
const person = "ada@example.com";
const contacted: AuditEvent = { what: "contacted", person, origin: "https://example.com" };

async function openAudit(path = join(temporaryFolder(), "audit.jsonl")) {
  const said: string[] = [];
  const audit = await openAuditFile(
    path,
    (sentence) => void said.push(sentence),
    () => new Date(at),
  );
  const lines = () =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { path, said, ...audit, lines };
}

test("each event is one line, without secrets, ids that permit reading and values of variables", async () => {
  const { note, close, lines, path } = await openAudit();
  const secret = "sk-proj-0123456789abcdefghijABCDEFGHIJ0123456789";
  note({
    what: "started",
    person,
    command: {
      command: "npx",
      args: ["server", "--api-key", "hunter2-hunter2", secret, "marked-by-the-page", "a\nb"],
      cwd: "/srv",
      env: { API_KEY: "value-of-a-variable" },
      masked: [[5, 0, 18]],
    },
  });
  note(contacted);
  const id = "abcdefghijklmnopqrstuv";
  note({ what: "shared", person: undefined, kind: "recording", id });
  note({ what: "opened", person, kind: "live", id });
  await close();
  expect(lines()).toEqual([
    {
      at,
      person,
      what: "started",
      command: "npx",
      args: [
        "server",
        "--api-key",
        expect.stringContaining("input:api-key"),
        expect.anything(),
        "••••••••",
        "a\nb",
      ],
      cwd: "/srv",
      variables: ["API_KEY"],
    },
    { at, person, what: "contacted", origin: "https://example.com" },
    { at, what: "shared", kind: "recording", id: expect.stringMatching(/^[\w-]{16}$/) },
    { at, person, what: "opened", kind: "live", id: lines()[2].id },
  ]);
  const text = readFileSync(path, "utf8");
  for (const hidden of [secret, "hunter2", "marked-by-the-page", "value-of-a-variable", id]) {
    expect(text).not.toContain(hidden);
  }
});

test("a page cannot hide which program it starts", async () => {
  const { note, close, lines } = await openAudit();
  const command = { command: "sh", args: ["-c", "x"], masked: [[0, 0, 2] as const] };
  note({ what: "started", person, command });
  await close();
  expect(lines()).toEqual([expect.objectContaining({ command: "sh", args: ["-c", "x"] })]);
});

test("characters that a terminal obeys, or that turn text around, are escaped", async () => {
  const { note, close, lines, path } = await openAudit();
  const word = "a\u001b[2J\u009b2J\u202eb\u2028c\u{e0041}";
  note({ what: "started", person, command: { command: "npx", args: [word] } });
  await close();
  expect(lines()[0].args).toEqual([word]);
  expect(readFileSync(path, "utf8").trimEnd()).toMatch(/^[ -~]+$/);
});

test("what the file has is kept, and only its owner can read it", async () => {
  const path = join(temporaryFolder(), "audit.jsonl");
  writeFileSync(path, '{"earlier":true}\n', { mode: 0o644 });
  const { note, close, lines } = await openAudit(path);
  for (let count = 0; count < 500; count++) note(contacted);
  await close();
  expect(lines()).toHaveLength(501);
  expect(lines()[0]).toEqual({ earlier: true });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a file that was moved away is made again", async () => {
  const { path, note, close, lines } = await openAudit();
  note(contacted);
  await close();
  renameSync(path, `${path}.1`);
  note(contacted);
  await close();
  expect(lines()).toHaveLength(1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("while the file cannot be written this is said once, and how many lines are missing", async () => {
  const { path, note, close, lines, said } = await openAudit();
  rmSync(path);
  mkdirSync(path);
  note(contacted);
  await close();
  note(contacted);
  await close();
  expect(said).toEqual([expect.stringMatching(/^The audit file .* cannot be written \(EISDIR/)]);
  rmSync(path, { recursive: true });
  note(contacted);
  await until(() => said.length === 2);
  await close();
  expect(said[1]).toContain("is written again; 2 lines are missing.");
  expect(lines()).toHaveLength(1);
});

test("a link to another file, and a folder, are refused at the start", async () => {
  const folder = temporaryFolder();
  const link = join(folder, "link");
  writeFileSync(join(folder, "other"), "");
  symlinkSync(join(folder, "other"), link);
  await expect(openAudit(link)).rejects.toThrow();
  await expect(openAudit(folder)).rejects.toThrow();
  await expect(openAudit(join(folder, "absent", "file"))).rejects.toThrow();
});
