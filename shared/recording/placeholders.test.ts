import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureCpu } from "../../e2e/bench/testFigures.ts";
import { fillServer } from "../config/fillServer.ts";
import { formatTarget, parseTarget, type Target } from "../config/target.ts";
import { decodeSession, encodeSession } from "./link.ts";
import { maskRecording, maskTarget } from "./maskTarget.ts";
import { serverWithPlaceholders } from "./placeholders.ts";
import { type Recording, recordingFormat } from "./recording.ts";

const characters = (alphabet: string, minLength = 16, maxLength = 40) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map((list) => list.join(""));
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const random = characters(letters);
const awkward = characters(`${letters} &=+?#"'%/:@$;,é`, 12).filter(
  (text) => text.trim() === text && !/^[-$]/.test(text),
);
const base64Url = (text: string) => Buffer.from(text).toString("base64url");

/** A secret, and arguments that contain it. */
const planted: fc.Arbitrary<{ readonly secret: string; readonly words: readonly string[] }> =
  fc.oneof(
    fc
      .tuple(
        fc.constantFrom("--api-key", "--token", "-password", "--clientSecret", "--auth-token"),
        awkward,
      )
      .map(([flag, secret]) => ({ secret, words: [flag, secret] })),
    fc
      .tuple(
        fc.constantFrom("--api-key", "--token", "GITHUB_TOKEN", "OPENAI_API_KEY", "DB_PASSWORD"),
        awkward,
      )
      .map(([name, secret]) => ({ secret, words: ["-e", `${name}=${secret}`] })),
    fc
      .tuple(
        fc.constantFrom("sk-proj-", "ghp_", "github_pat_", "xoxb-", "AIza", "glpat-", "hf_"),
        random,
      )
      .map(([prefix, rest]) => ({ secret: prefix + rest, words: [prefix + rest] })),
    fc
      .tuple(fc.constantFrom("postgres", "mongodb+srv", "redis", "https"), random)
      .map(([scheme, secret]) => ({ secret, words: [`${scheme}://ann:${secret}@db.example/x`] })),
    fc
      .tuple(fc.constantFrom("Bearer", "DPoP"), random)
      .map(([scheme, secret]) => ({ secret, words: ["-H", `Authorization: ${scheme} ${secret}`] })),
    random.map((secret) => ({ secret, words: [`--header=X-Api-Key: ${secret}`] })),
    random.map((user) => {
      const secret = Buffer.from(`ann:${user}`).toString("base64");
      return { secret, words: [`Authorization: Basic ${secret}`] };
    }),
    fc.tuple(random, random).map(([claims, signature]) => {
      const secret = `${base64Url('{"alg":"none"}')}.${base64Url(claims)}.${signature}`;
      return { secret, words: [secret] };
    }),
    random.map((body) => {
      const secret = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
      return { secret, words: ["--pem", secret] };
    }),
    fc
      .tuple(fc.constantFrom("access_token", "api_key", "sig", "key"), random)
      .map(([name, secret]) => ({
        secret,
        words: [`https://host.example/mcp?a=1&${name}=${secret}&b`],
      })),
    random.map((secret) => ({ secret, words: ["-u", `ann:${secret}`] })),
    random.map((secret) => ({ secret, words: [`{"env":{"API_KEY":"${secret}"}}`] })),
  );

const around = fc.array(fc.constantFrom("-y", "@scope/server", "--port", "8080", "--verbose"), {
  maxLength: 3,
});

/** Encodings in which a secret may occur in stored or shared text. */
function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    json,
    encodeURIComponent(secret),
    base64Url(secret),
    Buffer.from(secret).toString("base64"),
  ];
}

describe("secrets of every kind, anywhere in the arguments", () => {
  const commands = fc.record({ secret: planted, before: around, after: around });

  test("are never in a link", async () => {
    await fc.assert(
      fc.asyncProperty(commands, async ({ secret: { secret, words }, before, after }) => {
        const args = [...before, ...words, ...after];
        const { recording, maskedSecrets } = maskRecording({
          format: recordingFormat,
          server: { kind: "stdio", command: "npx", args, cwd: `/srv/${secret}` },
          selected: {
            kind: "tool",
            name: "echo",
            argumentsText: JSON.stringify({ token: secret }),
          },
        });
        expect(maskedSecrets.length).toBeGreaterThan(0);
        const opened = await decodeSession(await encodeSession(recording));
        const text = JSON.stringify(opened);
        for (const form of formsOf(secret)) expect(text).not.toContain(form);
      }),
      { numRuns: 400, seed: 7 },
    );
  });

  test("become inputs whose answers restore the command", () => {
    fc.assert(
      fc.property(commands, ({ secret: { words }, before, after }) => {
        const args = [...before, ...words, ...after];
        const target: Target = { kind: "stdio", command: "npx", args };
        const masked = maskTarget(target);
        const server = serverWithPlaceholders(masked.target, { name: "it", source: "The link" });
        const answers = Object.fromEntries(
          masked.maskedSecrets.map(({ name, value }) => [name, value]),
        );
        expect(server && fillServer(server, answers)?.target).toMatchObject({ ...target });
      }),
      { numRuns: 400, seed: 7 },
    );
  });
});

const masked = (line: string) => {
  const parsed = parseTarget(line);
  return parsed.kind === "target" ? formatTarget(maskTarget(parsed.target).target) : undefined;
};

test.each([
  "npx -y @modelcontextprotocol/server-everything stdio",
  "node --env-file .env server.js --max-tokens 4096 --token-file /run/token",
  "uvx server --auth none --no-token --user 1000:1000 --sort-key name",
  "docker run -v /home/ann/key.pem:/key.pem -p 8080:80 -e GITHUB_TOKEN image",
  `npx server --tls-key ./key.pem --api-key '\${API_KEY}' 'https://host:8443/@scope/x?page=2'`,
  "http://localhost:3000/mcp",
  "npx tokens-server --tokenizer gpt --keyword secretive key",
])("%s has no secret", (line) => {
  expect(masked(line)).toBe(line);
});

test("placeholders are named after the secret", () => {
  expect(
    masked("npx server --api-key abcdef --other abcdef -H 'Authorization: Bearer xyzxyz'"),
  ).toBe(
    `npx server --api-key '\${input:api-key}' --other '\${input:api-key}' -H 'Authorization: Bearer \${input:Authorization}'`,
  );
  expect(masked("npx pg postgres://ann:p/w@host/db postgres://ann:other@host/db")).toBe(
    `npx pg 'postgres://ann:\${input:password}@host/db' 'postgres://ann:\${input:password-2}@host/db'`,
  );
});

test("names of existing placeholders are not reused", () => {
  expect(masked(`npx server --token abcdef '\${input:token}'`)).toBe(
    `npx server --token '\${input:token-2}' '\${input:token}'`,
  );
});

test("a key in the path of a URL is replaced, asked for and restored", () => {
  const url = "https://mcp.example/s/sk-abcdefghijklmnop1234/mcp";
  const written = masked(url) ?? "";
  expect(written).not.toContain("sk-");
  const parsed = parseTarget(written);
  if (parsed.kind !== "target") throw new Error("no target");
  const server = serverWithPlaceholders(parsed.target, { name: written, source: "The link" });
  const filled = server && fillServer(server, { key: "sk-abcdefghijklmnop1234" });
  expect(filled?.target).toMatchObject({ kind: "http", url });
});

test("hostile texts are masked", () => {
  const texts = [
    "a://",
    "eyJ",
    "a:",
    "Bearer ",
    '"a":"',
    "-----BEGIN PRIVATE KEY-----",
    "&a=",
    "sk-",
    "\\",
  ].map((piece) => piece.repeat(Math.ceil(100_000 / piece.length)));
  const recording: Recording = {
    format: recordingFormat,
    server: { kind: "stdio", command: "npx", args: texts },
  };
  const masked = measureCpu("a recording with 9 hostile texts of 100 kB is masked", 5000, () =>
    maskRecording(recording),
  );
  expect(masked.recording.server).toMatchObject({ args: texts.map(() => expect.any(String)) });
});
