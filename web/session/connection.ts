/** One connection to one server, from the first byte to the last. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type Agreement, initialize } from "../../shared/client/initialize.ts";
import type { AnswerInput } from "../../shared/client/serverInput.ts";
import { createSession, type Session } from "../../shared/client/session.ts";
import type { Clock } from "../../shared/clock.ts";
import type { Recorder } from "../../shared/log/recorder.ts";
import type { Target } from "../../shared/share/target.ts";
import type { Failure } from "../../shared/transport/failure.ts";
import type { Transport } from "../../shared/transport/transport.ts";
import type { Settings } from "./settings.ts";

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected"; readonly agreement: Agreement }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** It was connected, and the other side or the channel went away. */
  | { readonly kind: "lost"; readonly failure: Failure; readonly agreement: Agreement }
  | { readonly kind: "closed" };

export interface Connection {
  readonly id: string;
  readonly target: Target;
  readonly transport: Transport;
  readonly session: Session;
  readonly state: StoreApi<ConnectionState>;
  /** Ends it, whatever state it is in. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  readonly id: string;
  readonly target: Target;
  readonly label: string;
  readonly transport: Transport;
  readonly record: Recorder;
  readonly clock: Clock;
  readonly settings: StoreApi<Settings>;
  readonly answerInput: (
    server: string,
    ...input: Parameters<AnswerInput>
  ) => ReturnType<AnswerInput>;
  readonly onNotification: (connection: Connection, method: string, params: unknown) => void;
  /** Set when the conversation is already under way and only the channel is new. */
  readonly resume?: { readonly agreement: Agreement; readonly lastId: number };
}

const clientInfo = { name: "mcp-playground", version: __VERSION__, title: "MCP Playground" };

/** Only what can be answered here is declared. */
const capabilitiesText = '{"sampling":{}}';

/** Makes a connection and sets it going. */
export function createConnection(options: ConnectionOptions): Connection {
  const { id, target, transport, record, clock, settings, label } = options;
  const state = createStore<ConnectionState>(() => ({ kind: "connecting" }));
  const giveUp = new AbortController();
  let server = label;

  const note = (phase: "connecting" | "connected" | "failed" | "closed", words = label) =>
    record({ kind: "connection", direction: "none", exchangeId: undefined, phase, label: words });

  const become = (next: ConnectionState) => {
    if (state.getState().kind === "closed") return;
    state.setState(next, true);
    if (next.kind !== "lost") note(next.kind);
    else note("closed");
  };

  const session = createSession({
    transport,
    clock,
    lastId: options.resume?.lastId ?? 0,
    limits: () => ({
      timeoutMs: settings.getState().timeoutSeconds * 1000,
      maximumMs: settings.getState().maximumSeconds * 1000,
    }),
    answerInput: (input) => options.answerInput(server, input),
    onNotification: (method, params) => options.onNotification(connection, method, params),
    onClosed(failure) {
      const now = state.getState();
      become(
        now.kind === "connected"
          ? { kind: "lost", failure, agreement: now.agreement }
          : { kind: "failed", failure },
      );
    },
  });

  const agreed = (agreement: Agreement) => {
    server = agreement.serverInfo.title ?? (agreement.serverInfo.name || label);
    become({ kind: "connected", agreement });
  };

  const start = async () => {
    note("connecting");
    const unopened = await session.open();
    if (unopened) return become({ kind: "failed", failure: unopened });
    if (options.resume) {
      transport.negotiated(options.resume.agreement.revision);
      return agreed(options.resume.agreement);
    }
    const { revision } = settings.getState();
    const handshake = await initialize(session, transport, {
      offer: revision === "auto" ? undefined : revision,
      capabilitiesText,
      clientInfo,
      signal: giveUp.signal,
    });
    if (state.getState().kind !== "connecting") return;
    if (handshake.kind === "agreed") return agreed(handshake.agreement);
    if (handshake.kind === "failed") {
      become({ kind: "failed", failure: handshake.failure });
      await session.close();
    }
  };

  const connection: Connection = {
    id,
    target,
    transport,
    session,
    state,
    async close() {
      become({ kind: "closed" });
      giveUp.abort();
      await session.close();
    },
  };
  void start();
  return connection;
}
