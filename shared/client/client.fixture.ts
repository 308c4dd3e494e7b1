/** A client of a scripted server, with a manual clock and a readable log. */
import { createManualClock, type ManualClock } from "../core/manualClock.fixture.ts";
import { createEventLog, type EventLog } from "../log/eventLog.ts";
import type { NegotiationStep } from "../log/negotiationStep.ts";
import { createRecorder } from "../log/recorder.ts";
import type { EraKind } from "../protocol/revisions.ts";
import type { Transport } from "../transport/transport.ts";
import { type Client, type ClientOptions, createClient } from "./client.ts";
import type { Connected } from "./connected.ts";
import type { MemoryTransport } from "./memoryTransport.fixture.ts";
import type { Operation } from "./operation.ts";
import { createScriptedPeer, type PeerMessage, type PeerScript } from "./scriptedPeer.fixture.ts";

export interface ClientSetUp {
  readonly client: Client;
  readonly log: EventLog;
  readonly clock: ManualClock;
  /** The opened transports, oldest first. */
  readonly transports: readonly MemoryTransport[];
  /** The remembered eras, the last one is current. */
  readonly eras: readonly EraKind[];
  /** All sent messages, over all transports. */
  sent(method?: string): PeerMessage[];
  /** The negotiation steps. */
  steps(): NegotiationStep[];
  /** @throws {Error} if connecting fails */
  connected(): Promise<Connected>;
}

export interface ClientSetUpOptions
  extends Partial<Pick<ClientOptions, "revision" | "answerInput" | "maximumRounds" | "resume">> {
  readonly style?: "pipe" | "exchanges";
  readonly remembered?: EraKind;
}

/** Creates a client; the peer is created once per opened channel. */
export function setUpClient(script: PeerScript, options: ClientSetUpOptions = {}): ClientSetUp {
  const { style = "exchanges", remembered } = options;
  const clock = createManualClock();
  const log = createEventLog({ now: clock.now });
  const record = createRecorder(log, "connection");
  const transports: MemoryTransport[] = [];
  const eras: EraKind[] = [];
  const openTransport = async (kind: Transport["kind"]) => {
    const transport = { ...createScriptedPeer(record, style, script), kind };
    transports.push(transport);
    return transport;
  };
  const client = createClient({
    openTransport,
    firstKind: style === "pipe" ? "stdio" : "streamable-http",
    revision: options.revision ?? "auto",
    clientInfo: { name: "test", version: "0" },
    capabilitiesText: "{}",
    clock,
    record,
    limits: () => ({ timeoutMs: 0, maximumMs: 0 }),
    maximumRounds: options.maximumRounds ?? (() => 10),
    probeMs: 1000,
    logLevel: () => undefined,
    memory: { recall: () => remembered, remember: (era) => eras.push(era) },
    answerInput: options.answerInput ?? (() => undefined),
    onNotification: () => {},
    onLost: () => {},
    ...(options.resume ? { resume: options.resume } : {}),
  });
  return {
    client,
    log,
    clock,
    transports,
    eras,
    sent: (method) =>
      transports
        .flatMap((transport) => transport.sent.map(({ text }) => JSON.parse(text) as PeerMessage))
        .filter((message) => method === undefined || message.method === method),
    steps: () =>
      log.snapshot().entries.flatMap((entry) => (entry.kind === "negotiation" ? [entry.step] : [])),
    async connected() {
      const result = await client.connect();
      if (result.kind !== "connected") throw new Error(JSON.stringify(result));
      return result;
    },
  };
}

/** A server whose calls take two rounds of 10 ms each; what it asks between them is answered after a second. */
export function setUpRounds(): ClientSetUp {
  const results: Readonly<Record<string, object>> = {
    "server/discover": { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
    "tools/list": { resultType: "complete", tools: [] },
  };
  const inputRequests = { name: { method: "elicitation/create", params: { message: "Name?" } } };
  const set: ClientSetUp = setUpClient(
    ({ method, params }) => {
      if (method !== "tools/call") return { result: results[method] };
      set.clock.advance(10);
      const isLast = params.inputResponses !== undefined;
      return {
        result: isLast ? { content: [] } : { resultType: "input_required", inputRequests },
      };
    },
    {
      answerInput: async ({ onPerson }) => {
        onPerson?.();
        set.clock.advance(1000);
        return { kind: "result", text: '{"action":"accept"}' };
      },
    },
  );
  return set;
}

/** Runs a request as a user does. */
export function ask({ request }: Connected, method: string, params: object): Operation {
  return request(method, JSON.stringify(params), { initiator: { kind: "user" } });
}
