import { describe, expect, test } from "vitest";
import { fromBase64 } from "../../core/base64.ts";
import { concatBytes, decodeText, encodeText } from "../../core/bytes.ts";
import { createEventLog, type EventLog } from "../../log/eventLog.ts";
import { type CorpusText, innocentTexts, secretTexts } from "../../log/secrets/corpus.fixture.ts";
import { createRecording } from "../createRecording.ts";
import { say } from "../secrets.fixture.ts";

const server = { kind: "stdio", command: "npx", args: ["server"] } as const;
const base = { connectionId: "c", exchangeId: undefined, direction: "in" } as const;

/** Where a text may be in a session, and how it is read back from the recording. */
const carriers: readonly {
  readonly name: string;
  readonly write: (log: EventLog, text: string) => void;
  readonly read: (text: string) => string;
}[] = [
  {
    name: "the result of a tool",
    write: (log, text) =>
      say(
        log,
        JSON.stringify({ jsonrpc: "2.0", id: 9, result: { content: [{ type: "text", text }] } }),
      ),
    read: (text) => JSON.parse(text).result.content[0].text,
  },
  {
    name: "standard error",
    write: (log, text) => void log.append({ ...base, kind: "stderr" }, encodeText(`${text}\n`)),
    read: (text) => text.slice(0, -1),
  },
  {
    name: "standard error in pieces of 5 bytes",
    write: (log, text) => {
      const bytes = encodeText(`${text}\n`);
      for (let at = 0; at < bytes.byteLength; at += 5) {
        log.append({ ...base, kind: "stderr" }, bytes.slice(at, at + 5));
      }
    },
    read: (text) => text.slice(0, -1),
  },
];

async function recorded(text: string, { write, read }: (typeof carriers)[number]) {
  const log = createEventLog({ now: () => 0 });
  write(log, text);
  const { recording } = await createRecording({
    snapshot: log.snapshot(),
    read: log.read,
    connections: new Map([["c", { target: server }]]),
    head: { server },
  });
  const bytes = (recording.entries ?? []).map(({ text = "", base64 }) =>
    base64 === undefined ? encodeText(text) : (fromBase64(base64) ?? new Uint8Array()),
  );
  return read(decodeText(concatBytes(bytes)));
}

interface Score {
  total: number;
  readonly wrong: string[];
}

/** Counts the texts of each category that were masked wrongly. */
async function score<T extends Pick<CorpusText, "category" | "text">>(
  texts: readonly T[],
  isWrong: (each: T, shown: string) => boolean,
  carrier: (typeof carriers)[number],
) {
  const byCategory = new Map<string, Score>();
  for (const each of texts) {
    const own = byCategory.get(each.category) ?? { total: 0, wrong: [] };
    byCategory.set(each.category, own);
    own.total++;
    if (isWrong(each, await recorded(each.text, carrier))) own.wrong.push(each.text);
  }
  const all = [...byCategory.values()];
  const total = all.reduce((sum, own) => sum + own.total, 0);
  const wrong = all.reduce((sum, own) => sum + own.wrong.length, 0);
  return { byCategory, total, wrong, share: wrong / total };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Prints how many texts of each category were masked, and which were masked wrongly. */
function report(
  title: string,
  { byCategory, total, wrong, share }: Awaited<ReturnType<typeof score>>,
) {
  const lines = [...byCategory].map(
    ([category, own]) =>
      `  ${category}: ${own.total - own.wrong.length} of ${own.total}${own.wrong.map((text) => `\n    ${JSON.stringify(text).slice(0, 120)}`).join("")}`,
  );
  console.log(`${title}: ${total - wrong} of ${total}, ${percent(1 - share)}\n${lines.join("\n")}`);
}

test("the corpus has at least 200 texts, and each secret is in its text once", () => {
  expect(secretTexts.length).toBeGreaterThanOrEqual(200);
  expect(innocentTexts.length).toBeGreaterThanOrEqual(200);
  for (const { text, secrets } of secretTexts) {
    expect(secrets.length, text).toBeGreaterThan(0);
    for (const secret of secrets) expect(text).toContain(secret);
  }
});

describe.each(carriers)("in $name", (carrier) => {
  test("at least 99 % of the secrets are masked", async () => {
    const isWrong = ({ secrets }: CorpusText, shown: string) =>
      secrets.some((secret) => shown.includes(secret));
    const result = await score(secretTexts, isWrong, carrier);
    report(`Secrets masked in ${carrier.name} (recall)`, result);
    expect(result.share).toBeLessThanOrEqual(0.01);
  }, 60_000);

  test("at most 1 % of the innocent texts is changed", async () => {
    const result = await score(innocentTexts, ({ text }, shown) => shown !== text, carrier);
    report(`Innocent texts unchanged in ${carrier.name} (precision)`, result);
    expect(result.share).toBeLessThanOrEqual(0.01);
  }, 60_000);
});
