import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";

const size = 40_000_000;
const filled = (start: string, part: string, end = "") =>
  start + part.repeat(Math.floor(size / part.length)) + end;
const message = (text: string) =>
  JSON.stringify({
    log: { entries: [{ request: { url: "http://h", postData: { text } }, response: {} }] },
  });

/** Runs in a process of its own: reads a small file, then the hostile one, and prints what it took. */
const script = (reading: string) => `
  import { readFileSync, openAsBlob } from "node:fs";
  import { readSession } from ${JSON.stringify(join(import.meta.dirname, "readSession.ts"))};
  import { decodeSession } from ${JSON.stringify(join(import.meta.dirname, "link.ts"))};
  import { inflate } from ${JSON.stringify(join(import.meta.dirname, "deflate.ts"))};
  const path = process.argv[1];
  await readSession(new Blob(['{"format":"mcp-playground/1"}']));
  await decodeSession("1.e30");
  const [memory, cpu] = [process.resourceUsage().maxRSS, process.cpuUsage()];
  const read = ${reading};
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({
    problem: read.problem ?? read,
    ms: (user + system) / 1000,
    mebibytes: (process.resourceUsage().maxRSS - memory) / 1024,
  }));`;

async function measure(content: string | Uint8Array, reading: string) {
  const folder = mkdtempSync(join(tmpdir(), "hostile-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "file");
  writeFileSync(path, content);
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    script(reading),
    path,
  ]);
  return JSON.parse(stdout) as { problem: string; ms: number; mebibytes: number };
}

const asFile = "await readSession(await openAsBlob(path))";
const asLink = "await decodeSession('1.' + readFileSync(path).toString('base64url'))";
const asSealed = "await inflate(new Uint8Array(readFileSync(path)), 64 * 1024 * 1024)";

test.each([
  ["deep nesting", () => filled("", "["), asFile, "not-json"],
  [
    "deep nesting that is closed",
    () => `${"[".repeat(5e6)}${"]".repeat(5e6)}`,
    asFile,
    "too-complex",
  ],
  [
    "many empty objects",
    () => filled('{"log":{"entries":[{}', ",{}", "]}}"),
    asFile,
    "too-complex",
  ],
  ["many numbers", () => filled("[0", ",1", "]"), asFile, "too-complex"],
  [
    "a truncated recording",
    () =>
      filled('{"format":"mcp-playground/1","entries":[', '{"kind":"stderr","at":1,"text":"x"},'),
    asFile,
    "not-json",
  ],
  [
    "a recording truncated after an entry",
    () =>
      filled(
        '{"format":"mcp-playground/1","entries":[',
        '{"kind":"stderr","at":1,"text":"x"},',
        '{"kind":"stderr","at":1}',
      ),
    asFile,
    "not-json",
  ],
  [
    "a newer version",
    () =>
      filled(
        '{"format":"mcp-playground/2","entries":[',
        '{"kind":"stderr","at":1,"text":"x"},',
        "{}]}",
      ),
    asFile,
    "newer-format",
  ],
  ["zeros", () => new Uint8Array(size), asFile, "not-json"],
  ["a message that is nested deeply", () => message("[".repeat(2e6)), asFile, "no-messages"],
  [
    "a link that unpacks to much",
    () => deflateRawSync(filled('{"a":"', "a", '"}')),
    asLink,
    "too-large",
  ],
  [
    "a sealed recording that unpacks to much",
    () => deflateRawSync(filled('{"a":"', "a", '"}')),
    asSealed,
    "too-large",
  ],
  ["a link with deep nesting", () => deflateRawSync("[".repeat(1_000_000)), asLink, "too-complex"],
])(
  "%s is refused within a second and 64 MiB",
  async (_, content, reading, problem) => {
    const taken = await measure(content(), reading);
    expect(taken.problem).toBe(problem);
    expect(taken.ms).toBeLessThan(1000);
    expect(taken.mebibytes).toBeLessThan(64);
  },
  30_000,
);
