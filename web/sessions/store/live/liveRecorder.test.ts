import fc from "fast-check";
import { expect, test } from "vitest";
import { systemClock } from "../../../../shared/core/clock.ts";
import { createEventLog, type EventLog } from "../../../../shared/log/eventLog.ts";
import type { RecordingOptions } from "../../../../shared/recording/createRecording.ts";
import {
  createLiveReader,
  createLiveWriter,
  type LiveDocument,
} from "../../../../shared/recording/live/liveDocuments.ts";
import { createLiveAddress } from "../../../../shared/recording/live/liveLink.ts";
import { plantedSessions, say } from "../../../../shared/recording/secrets.fixture.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import type { Server } from "../../../servers/store/server.ts";
import type { ShareChoices } from "../recordSession.ts";
import { createLiveRecorder, type LiveRecorder } from "./liveRecorder.ts";

const everything: ShareChoices = {
  excluded: new Set(),
  hasEvents: true,
  masked: [],
  keepsSecrets: false,
};

/** A connected server with what the recorder reads of it. */
function serverOf(facts: NonNullable<ReturnType<RecordingOptions["connections"]["get"]>>) {
  const { target, instructions, serverInfo } = facts;
  const agreement = { revision: "2025-11-25", capabilities: {}, serverInfo, instructions };
  const client = { agreement, transport: { kind: "stdio" } };
  const connection = {
    id: "c",
    target,
    state: { getState: () => ({ kind: "connected", client }) },
  };
  return {
    id: "r",
    target,
    address: "",
    connection,
    settings: { environment: [] },
    applied: undefined,
  } as unknown as Server;
}

function recorderOf(
  log: Pick<EventLog, "snapshot" | "read">,
  options: Pick<RecordingOptions, "connections" | "head">,
  choices = everything,
) {
  const facts = options.connections.get("c");
  const server = facts && serverOf(facts);
  return createLiveRecorder({
    log: log as EventLog,
    clock: systemClock,
    server: () => server,
    servers: createTab().stores.servers.all.getState,
    choices,
    head: options.head,
    timeOrigin: 0,
  });
}

async function documentsOf(recorder: LiveRecorder): Promise<LiveDocument[]> {
  const documents: LiveDocument[] = [];
  const head = await recorder.head();
  if (head) documents.push(head);
  for (let next = await recorder.next(); next; next = await recorder.next()) documents.push(next);
  return documents;
}

/** Everything that a reader of a value sees: strings, and what they decode to. */
function readings(value: unknown): string {
  const texts = [JSON.stringify(value)];
  JSON.stringify(value, (name, member: unknown) => {
    if (typeof member !== "string") return member;
    texts.push(member);
    if (name === "base64") texts.push(Buffer.from(member, "base64").toString());
    try {
      texts.push(JSON.stringify(JSON.parse(member)));
    } catch {
      // not JSON
    }
    return member;
  });
  return texts.join("\n");
}

test("a secret is neither in what the relay gets nor in what the viewers read", async () => {
  await fc.assert(
    fc.asyncProperty(plantedSessions, async ({ traces, options }) => {
      const log = { snapshot: () => options.snapshot, read: options.read };
      const documents = await documentsOf(recorderOf(log, options));
      const address = createLiveAddress();
      const writer = await createLiveWriter(address, 65_536);
      const reader = await createLiveReader(address);
      const read: unknown[] = [];
      let forwarded = "";
      for (const document of documents) {
        const { from, chunks } = await writer.write(document);
        for (const [index, chunk] of chunks.entries()) {
          forwarded += Buffer.from(chunk).toString("latin1");
          read.push(await reader.read(from + index, chunk));
        }
      }
      const seen = readings(read);
      expect(seen).toContain('"server"');
      for (const trace of traces) {
        expect(seen).not.toContain(trace);
        expect(forwarded).not.toContain(trace);
      }
      expect(forwarded).not.toContain("jsonrpc");
    }),
    { numRuns: 150 },
  );
});

test("the log is sent once, as it grows, with the user's choices; large messages are counted", async () => {
  const log = createEventLog({ now: () => 0 });
  const target = { kind: "stdio", command: "a", args: [] } as const;
  const options = {
    connections: new Map([["c", { target }]]),
    head: { server: { ...target } },
  };
  const message = (text: string) =>
    JSON.stringify({ jsonrpc: "2.0", method: "n", params: { text } });
  say(log, message("first"));
  say(log, message("left out"));
  say(log, message("other"), { connectionId: "d" } as never);
  const choices = { ...everything, excluded: new Set([1]), masked: ["word"] };
  const recorder = recorderOf(log, options, choices);
  const sent = JSON.stringify(await documentsOf(recorder));
  expect(sent).toContain("first");
  expect(sent).not.toContain("left out");
  expect(sent).not.toContain("other");
  expect(await recorder.next()).toBeUndefined();
  expect(await recorder.head()).toBeUndefined();

  say(log, message("a word"));
  say(log, message("x".repeat(2_000_001)));
  const next = await recorder.next();
  expect(next).toMatchObject({ skipped: 1, entries: [{ text: expect.stringContaining("••••") }] });
  expect(JSON.stringify(next)).not.toContain("word");
  expect(await recorder.next()).toBeUndefined();
});

test("the parts of a message that is left out are left out as well", async () => {
  const log = createEventLog({ now: () => 0 });
  const target = { kind: "http", url: "https://a.example/mcp" } as const;
  const options = {
    connections: new Map([["c", { target }]]),
    head: { server: { ...target } },
  };
  const inExchange = (exchangeId: string, text: string) => {
    say(log, text, { exchangeId } as never);
    const base = { connectionId: "c", direction: "in", exchangeId, secrets: [] } as const;
    const answer = new TextEncoder().encode(`refused: ${text}`);
    log.append({ ...base, kind: "frame", carrier: "http", holds: "body" }, answer);
  };
  inExchange("1", '{"jsonrpc":"2.0","id":1,"method":"private"}');
  inExchange("2", '{"jsonrpc":"2.0","id":2,"method":"public"}');
  const choices = { ...everything, excluded: new Set([0]), hasEvents: false };
  const sent = JSON.stringify(await documentsOf(recorderOf(log, options, choices)));
  expect(sent).toContain('refused: {\\"jsonrpc\\":\\"2.0\\",\\"id\\":2');
  expect(sent).not.toContain("private");
});
