import { execFile } from "node:child_process";
import { createCipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { reportFigure, reportMemory } from "../../e2e/bench/testFigures.ts";

const size = 40_000_000;
const filled = (start: string, part: string, end = "") =>
  start + part.repeat(Math.floor(size / part.length)) + end;
const message = (text: string) =>
  JSON.stringify({
    log: { entries: [{ request: { url: "http://h", postData: { text } }, response: {} }] },
  });

/**
 * Runs in a separate process: reads a small file, then the hostile one, and prints the time and
 * memory it took.
 */
const script = (reading: string) => `
  import { readFileSync, openAsBlob } from "node:fs";
  import { readSession } from ${JSON.stringify(join(import.meta.dirname, "readSession.ts"))};
  import { decodeSession } from ${JSON.stringify(join(import.meta.dirname, "link.ts"))};
  import { inflate } from ${JSON.stringify(join(import.meta.dirname, "deflate.ts"))};
  import { openSealed } from ${JSON.stringify(join(import.meta.dirname, "sealed.ts"))};
  import { createLiveReader } from ${JSON.stringify(join(import.meta.dirname, "live", "liveDocuments.ts"))};
  const path = process.argv[1];
  const [id, key] = ["a".repeat(22), "A".repeat(43)];
  const bytesOf = () => new Uint8Array(readFileSync(path));
  const inChunks = async (whole) => {
    const reader = await createLiveReader({ id, key });
    for (let number = 0; number < whole.byteLength / 65536; number++) {
      const problem = await reader.read(number, whole.slice(number * 65536, (number + 1) * 65536));
      if (problem) return problem;
    }
  };
  await readSession(new Blob(['{"format":"mcp-playground/1"}']));
  await decodeSession("2.e30");
  const [memory, cpu] = [process.resourceUsage().maxRSS, process.cpuUsage()];
  const read = ${reading};
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({
    problem: read.problem ?? read,
    ms: (user + system) / 1000,
    bytes: (process.resourceUsage().maxRSS - memory) * 1024,
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
  return JSON.parse(stdout) as { problem: string; ms: number; bytes: number };
}

const asFile = "await readSession(await openAsBlob(path))";
const asLink = "await decodeSession('2.' + readFileSync(path).toString('base64url'))";
const asCiphertext = "await openSealed(bytesOf(), key)";
const asLive = "await inChunks(bytesOf())";
const asSealed = "await inflate(new Uint8Array(readFileSync(path)), 64 * 1024 * 1024)";

/** Encrypts bytes as the hostile owner of a link can. */
function sealed(bytes: Uint8Array, iv = Buffer.alloc(12), data = "mcp-playground/1"): Uint8Array {
  const cipher = createCipheriv("aes-256-gcm", Buffer.alloc(32), iv).setAAD(Buffer.from(data));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** The chunks of one live document. */
function liveChunks(bytes: Uint8Array): Uint8Array {
  const piece = 65_536 - 17;
  const count = Math.ceil(bytes.byteLength / piece);
  return Buffer.concat(
    Array.from({ length: count }, (_, number) => {
      const iv = Buffer.alloc(12);
      iv.writeBigUInt64BE(BigInt(number), 4);
      const flag = Buffer.from([number < count - 1 ? 1 : 0]);
      const part = Buffer.concat([flag, bytes.subarray(number * piece, (number + 1) * piece)]);
      return sealed(part, iv, `mcp-playground live 1 ${"a".repeat(22)}`).subarray(12);
    }),
  );
}

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
  ["a ciphertext of another key", () => randomBytes(16_000_000), asCiphertext, "wrong-key"],
  [
    "a truncated ciphertext",
    () => sealed(randomBytes(9e6)).slice(0, -1),
    asCiphertext,
    "wrong-key",
  ],
  ["an empty ciphertext", () => new Uint8Array(0), asCiphertext, "wrong-key"],
  [
    "a ciphertext that unpacks to much",
    () => sealed(deflateRawSync(Buffer.alloc(200_000_000))),
    asCiphertext,
    "too-large",
  ],
  [
    "a ciphertext with many values",
    () =>
      sealed(
        deflateRawSync(
          `[${randomBytes(3e6)
            .map((byte) => byte % 10)
            .join(",")}]`,
        ),
      ),
    asCiphertext,
    "too-complex",
  ],
  [
    "a live session that unpacks to much",
    () => liveChunks(deflateRawSync(Buffer.alloc(200_000_000))),
    asLive,
    "too-large",
  ],
  [
    "a live document that never ends",
    () => liveChunks(randomBytes(12_000_000)),
    asLive,
    "too-large",
  ],
  [
    "a live document with deep nesting",
    () => liveChunks(deflateRawSync("[".repeat(1e6))),
    asLive,
    "damaged",
  ],
  ["a link with deep nesting", () => deflateRawSync("[".repeat(1_000_000)), asLink, "too-complex"],
])(
  "%s is refused",
  async (name, content, reading, problem) => {
    const taken = await measure(content(), reading);
    expect(taken.problem).toBe(problem);
    reportFigure({ name: `${name}: processor time`, value: taken.ms, unit: "ms", goal: "<= 1000" });
    reportMemory(`${name}: memory`, taken.bytes, 64);
  },
  120_000,
);
