/** Arbitrary sessions with a secret planted in one place and repeated, encoded, in others. */
import fc from "fast-check";
import { encodeText } from "../core/bytes.ts";
import type { EntryDraft, SecretSpan } from "../log/entry.ts";
import { createEventLog, type EventLog } from "../log/eventLog.ts";
import { headerSecrets } from "../log/headerSecrets.ts";
import { messageText } from "../log/messageText.ts";
import { urlSecrets } from "../log/urlSecrets.ts";
import { decodeMessages } from "../transport/decodeMessages.ts";
import type { RecordingOptions } from "./createRecording.ts";

export interface PlantedSession {
  readonly secret: string;
  /** Texts that reveal the secret: the secret itself, and encodings of texts that contain it. */
  readonly traces: readonly string[];
  readonly options: RecordingOptions;
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const of = (alphabet: string, minLength: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength: 40 }).map((all) => all.join(""));
const random = of(letters, 16);
const awkward = of(`${letters}${letters} &=+?#'%/:@$.,;é\u{1f600}\\"`, 14).filter(
  (text) => /^[A-Za-z0-9].*[A-Za-z0-9]$/s.test(text) && !/[^\S ]/.test(text),
);
/** Secrets that headers and URLs can contain. */
const token = of(`${letters}+/._~-`, 16).filter((text) => /^[A-Za-z0-9].*[A-Za-z0-9]$/.test(text));

const base = { connectionId: "c", exchangeId: "x", direction: "out" } as const;
const json = (value: unknown) => JSON.stringify(value);

export type Plant = (log: EventLog, secret: string) => void;

/** Appends a message. */
export function say(
  log: EventLog,
  text: string,
  more: Partial<Extract<EntryDraft, { kind: "message" }>> = {},
): void {
  const carrier = more.carrier ?? "http";
  const body = encodeText(text);
  const { heads, batch } = decodeMessages(messageText(carrier, body));
  log.append({ ...base, kind: "message", carrier, heads, batch, ...more } as EntryDraft, body);
}

const request = (log: EventLog, url: string, headers: [string, string][]) =>
  say(log, json({ jsonrpc: "2.0", id: 1, method: "tools/list" }), {
    http: { method: "POST", url, headers },
    secrets: [...urlSecrets(url), ...headerSecrets(headers, new Set(["x-own"]))],
  });

const oauth = (log: EventLog, kind: "http-request" | "http-response", text: string) => {
  const spans: SecretSpan[] = [{ part: "body", start: 0, end: text.length, kind: "token" }];
  const head = { method: "POST", url: "https://as.example/token", headers: [], status: 200 };
  const http = { ...head, statusText: "", redirected: false };
  const service = kind === "http-request" ? { service: "authorization" } : {};
  const own = { ...base, exchangeId: "oauth", ...service };
  log.append(
    { ...own, kind, http } as EntryDraft,
    kind === "http-request" ? encodeText(text) : undefined,
  );
  if (kind === "http-response") {
    const frame = {
      ...own,
      kind: "frame",
      carrier: "http",
      holds: "body",
      secrets: spans,
    } as const;
    log.append(frame as EntryDraft, encodeText(text));
  }
};

/** The source of a secret, which determines how it is recognised. */
const plants: readonly {
  readonly place: string;
  readonly kind: fc.Arbitrary<string>;
  readonly plant: Plant;
}[] = [
  {
    place: "authorization",
    kind: token,
    plant: (log, s) => request(log, "https://h.example/mcp", [["Authorization", `Bearer ${s}`]]),
  },
  {
    place: "basic",
    kind: random,
    plant: (log, s) =>
      request(log, "https://h.example/mcp", [["Authorization", `Basic ${btoa(`ann:${s}`)}`]]),
  },
  {
    place: "own header",
    kind: token,
    plant: (log, s) => request(log, "https://h.example/mcp", [["X-Own", s]]),
  },
  {
    place: "cookie",
    kind: token,
    plant: (log, s) => request(log, "https://h.example/mcp", [["Cookie", `a=b; sid=${s}`]]),
  },
  {
    place: "session id",
    kind: random,
    plant: (log, s) => request(log, "https://h.example/mcp", [["Mcp-Session-Id", s]]),
  },
  {
    place: "query",
    kind: random,
    plant: (log, s) => request(log, `https://h.example/mcp?api_key=${s}`, []),
  },
  {
    place: "userinfo",
    kind: random,
    plant: (log, s) => request(log, `https://ann:${s}@h.example/mcp`, []),
  },
  {
    place: "oauth",
    kind: token,
    plant: (log, s) => {
      oauth(log, "http-request", `grant_type=refresh_token&refresh_token=${encodeURIComponent(s)}`);
      oauth(log, "http-response", s);
    },
  },
  {
    place: "request state",
    kind: awkward,
    plant: (log, s) => say(log, json({ jsonrpc: "2.0", id: 2, result: { requestState: s } })),
  },
  {
    place: "typed argument",
    kind: awkward,
    plant: (log, s) =>
      say(
        log,
        json({
          jsonrpc: "2.0",
          id: 3,
          method: "tools/call",
          params: { name: "login", arguments: { user: "ann", password: s } },
        }),
      ),
  },
  {
    place: "nested JSON",
    kind: awkward,
    plant: (log, s) =>
      say(
        log,
        json({
          jsonrpc: "2.0",
          id: 3,
          result: { content: [{ type: "text", text: json({ apiKey: s }) }] },
        }),
      ),
  },
  {
    place: "model key",
    kind: random.map((rest) => `sk-ant-${rest}`),
    plant: (log, s) =>
      say(
        log,
        json({
          jsonrpc: "2.0",
          method: "notifications/message",
          params: { data: `key ${s} refused` },
        }),
      ),
  },
  { place: "environment", kind: awkward, plant: () => {} },
];

/** Ways in which a server repeats a value it received. */
const echoes: readonly ((secret: string) => string)[] = [
  (s) => s,
  (s) => Buffer.from(s).toString("base64"),
  (s) => Buffer.from(`user=${s}&more`).toString("base64"),
  (s) => Buffer.from(`<${s}>`).toString("base64url"),
  (s) => encodeURIComponent(s),
  (s) =>
    `https://cb.example/?q=${encodeURIComponent(s).replace(/%../g, (code) => code.toLowerCase())}`,
  (s) => json({ seen: s }),
  (s) =>
    `{"seen":"${[...s].map((c) => (c.length > 1 ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)).join("")}"}`,
  (s) =>
    `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from(json({ sub: "x", key: s })).toString("base64url")}.c2ln`,
  (s) => new URLSearchParams({ v: s }).toString(),
];

/** How a text gets into the log. */
const carriers: readonly ((log: EventLog, text: string) => void)[] = [
  (log, text) =>
    say(log, json({ jsonrpc: "2.0", id: 9, result: { content: [{ type: "text", text }] } })),
  (log, text) =>
    say(
      log,
      `event: message\ndata: ${json({ jsonrpc: "2.0", method: "n", params: { text } })}\n\n`,
      { carrier: "sse", direction: "in" },
    ),
  (log, text) =>
    log.append({ ...base, exchangeId: undefined, kind: "stderr" }, encodeText(`env: ${text}\n`)),
  (log, text) =>
    log.append(
      { ...base, kind: "frame", carrier: "http", holds: "body" },
      new Uint8Array([0xff, 0xfe, ...encodeText(text)]),
    ),
  (log, text) =>
    log.append({ ...base, kind: "http-end", outcome: "failed", reason: `failed: ${text}` }),
  (log, text) =>
    log.append({
      ...base,
      kind: "process",
      event: { kind: "starting", command: ["npx", "server", text] },
    }),
  (log, text) =>
    log.append({ ...base, kind: "finding", code: "x", severity: "note", evidence: { text } }),
];

const plant = fc
  .constantFrom(...plants)
  .chain(({ place, kind, plant: put }) => kind.map((secret) => ({ place, secret, put })));

/** Sessions in which a secret is planted, and repeated before and after. */
export const plantedSessions: fc.Arbitrary<PlantedSession> = fc
  .record({
    plant,
    before: fc.array(fc.tuple(fc.nat(echoes.length - 1), fc.nat(carriers.length - 1)), {
      maxLength: 2,
    }),
    after: fc.array(fc.tuple(fc.nat(echoes.length - 1), fc.nat(carriers.length - 1)), {
      maxLength: 3,
    }),
  })
  .map(({ plant: { place, secret, put }, before, after }) => {
    const log = createEventLog({ now: () => 0 });
    const traces = [secret];
    const echo = ([how, where]: [number, number]) => {
      const text = echoes[how]?.(secret) ?? "";
      if (how !== 6 && how !== 7) traces.push(text);
      carriers[where]?.(log, text);
    };
    before.forEach(echo);
    put(log, secret);
    after.forEach(echo);
    const server = { kind: "stdio", command: "npx", args: ["server"] } as const;
    const isKnown = place === "environment";
    return {
      secret,
      traces: [...new Set(traces)],
      options: {
        snapshot: log.snapshot(),
        read: log.read,
        connections: new Map([
          [
            "c",
            {
              target: { ...server, ...(isKnown ? { env: { SETTING: secret } } : {}) },
              instructions: `Say ${secret}`,
              serverInfo: { name: secret, version: "1" },
            },
          ],
        ]),
        head: {
          server,
          selected: { kind: "tool", name: "t", argumentsText: json({ text: secret }) },
        },
      },
    };
  });
