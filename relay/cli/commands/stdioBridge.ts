/** Serves a command over Streamable HTTP to programs of this machine that speak HTTP only. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Target } from "../../../shared/config/target.ts";
import { encodeText } from "../../../shared/core/bytes.ts";
import { systemClock } from "../../../shared/core/clock.ts";
import { idKey } from "../../../shared/log/entry.ts";
import { createEventLog } from "../../../shared/log/eventLog.ts";
import { createRecorder } from "../../../shared/log/recorder.ts";
import { decodeMessages } from "../../../shared/transport/decodeMessages.ts";
import type { ReceivedFrame, Transport } from "../../../shared/transport/transport.ts";
import { createLocalLink } from "../connection/localLink.ts";
import { openCommandLineTransport } from "../connection/openCommandLineTransport.ts";
import { createMockHttpServer } from "../mock/serveHttp.ts";

interface StdioBridge {
  readonly url: string;
  close(): Promise<void>;
}

/** A frame whose requests are not all answered. */
interface Pending {
  readonly ids: Set<string>;
  readonly send: (text: string) => void;
  readonly onDone: () => void;
}

/** A process of the command. */
interface Running {
  readonly pending: Set<Pending>;
  /** Undefined if it could not be started. */
  readonly transport: Promise<Transport | undefined>;
}

/**
 * Each `initialize` starts the command anew, so that a client has a process of its own; without a
 * handshake there is one process. What the server sends while no request is open is not passed on.
 */
export async function openStdioBridge(
  target: Extract<Target, { kind: "stdio" }>,
): Promise<StdioBridge> {
  const local = createLocalLink();
  let running: Running | undefined;

  const start = (): Running => {
    const pending = new Set<Pending>();
    // nothing reads it
    const record = createRecorder(createEventLog({ now: systemClock.now }), "bridge");
    const transport = openCommandLineTransport(
      { target, headers: [] },
      "stdio",
      record,
      local.link,
    );
    const receiver = {
      frame: (frame: ReceivedFrame) => deliver(frame, pending),
      closed: () => endAll(pending),
    };
    const opened = transport.open(receiver);
    return { pending, transport: opened.then((failure) => (failure ? undefined : transport)) };
  };
  const stop = async ({ pending, transport }: Running) => {
    endAll(pending);
    await (await transport)?.close();
  };

  const server = createMockHttpServer({
    answers: 0,
    receive(text, send, onDone = () => {}) {
      const requests = decodeMessages(text).heads.filter((head) => head.kind === "request");
      if (running && requests.some(({ method }) => method === "initialize")) {
        void stop(running);
        running = undefined;
      }
      running ??= start();
      const { pending, transport } = running;
      const one: Pending = { ids: new Set(requests.map(({ id }) => idKey(id))), send, onDone };
      if (requests.length > 0) pending.add(one);
      else onDone();
      // a line is a message
      const bytes = encodeText(text.replace(/[\r\n]+/g, " "));
      void transport.then((opened) => {
        if (opened) void opened.send(bytes);
        else end(one, pending);
      });
      return () => pending.delete(one);
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.close();
      server.closeAllConnections();
      await local.close();
    },
  };
}

/** Passes a frame to the request that it answers, or to the newest one. */
function deliver({ text, messages }: ReceivedFrame, pending: Set<Pending>): void {
  const answered = messages.flatMap(({ head }) =>
    (head.kind === "result" || head.kind === "error") && head.id !== null ? [idKey(head.id)] : [],
  );
  const all = [...pending];
  const to = all.find(({ ids }) => answered.some((id) => ids.has(id))) ?? all.at(-1);
  if (!to) return;
  to.send(text);
  for (const id of answered) to.ids.delete(id);
  if (to.ids.size === 0) end(to, pending);
}

function end(one: Pending, pending: Set<Pending>): void {
  if (pending.delete(one)) one.onDone();
}

function endAll(pending: Set<Pending>): void {
  for (const one of pending) end(one, pending);
}
