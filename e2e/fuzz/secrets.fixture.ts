/** Fuzz properties of masking: secrets of the corpus at arbitrary places, in JSON inside JSON. */
import { ok } from "node:assert/strict";
import fc from "fast-check";
import { decodeText, encodeText } from "../../shared/core/bytes.ts";
import { createEventLog } from "../../shared/log/eventLog.ts";
import { type CorpusText, secretTexts } from "../../shared/log/secrets/corpus.fixture.ts";
import { detectSecrets } from "../../shared/log/secrets/detectSecrets.ts";
import { createRecording } from "../../shared/recording/createRecording.ts";
import { say } from "../../shared/recording/secrets.fixture.ts";
import { type FuzzProperty, fuzzProperty } from "./property.fixture.ts";

const server = { kind: "stdio", command: "npx", args: ["server"] } as const;

/** Ways in which a text gets into another one. */
const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify({ text }),
  (text) => JSON.stringify({ a: [1, { b: text, c: true }] }),
  (text) => JSON.stringify({ [text]: 1 }),
  (text) => `first line\n${text}\nlast line\n`,
];

/** Texts whose secrets are found at all: the corpus has a few that are not. */
const texts: readonly CorpusText[] = secretTexts.filter(({ text, secrets }) =>
  secrets.every((secret) => secret.length > 5 && !mask(text).includes(secret)),
);

function mask(text: string): string {
  let [shown, at] = ["", 0];
  for (const { start, end } of detectSecrets(text)) {
    shown += `${text.slice(at, start)}•`;
    at = end;
  }
  return shown + text.slice(at);
}

/** Everything that a text shows, also when it is decoded. */
function readings(text: string, depth = 4): string[] {
  if (depth === 0) return [text];
  const inner = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, content = ""]) => {
    try {
      const value = String(JSON.parse(`"${content}"`));
      return value === content ? [] : readings(value, depth - 1);
    } catch {
      return [];
    }
  });
  return [text, ...inner];
}

export const secretProperties: readonly FuzzProperty[] = [
  fuzzProperty(
    "secrets of the corpus in JSON inside JSON",
    fc.record({
      chosen: fc.constantFrom(...texts),
      ways: fc.array(fc.nat({ max: encodings.length - 1 }), { maxLength: 2 }),
      piece: fc.integer({ min: 3, max: 60 }),
      isOutput: fc.boolean(),
    }),
    async ({ chosen: { text, secrets }, ways, piece, isOutput }) => {
      const written = ways.reduce((inner, way) => encodings[way]?.(inner) ?? inner, text);
      const log = createEventLog({ now: () => 0 });
      if (isOutput) {
        const bytes = encodeText(`${written}\n`);
        for (let at = 0; at < bytes.byteLength; at += piece) {
          const base = { connectionId: "c", exchangeId: undefined, direction: "in" } as const;
          log.append({ ...base, kind: "stderr" }, bytes.slice(at, at + piece));
        }
      } else {
        say(log, JSON.stringify({ jsonrpc: "2.0", method: "n", params: { text: written } }));
      }
      const { recording } = await createRecording({
        snapshot: log.snapshot(),
        read: log.read,
        connections: new Map([["c", { target: server }]]),
        head: { server },
      });
      const shown = decodeText(
        Buffer.concat(
          (recording.entries ?? []).map((entry) =>
            entry.base64 === undefined
              ? Buffer.from(entry.text ?? "")
              : Buffer.from(entry.base64, "base64"),
          ),
        ),
      );
      for (const reading of readings(shown)) {
        for (const secret of secrets) ok(!reading.includes(secret), `${secret} in ${reading}`);
      }
    },
    300,
  ),
];
