/** A tap of an HTTP server: listens on loopback, and forwards requests and answers as they come. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { TapArguments } from "../arguments/tapArguments.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import type { Copies } from "./copies.ts";
import { createHttpGate } from "./gate/httpGate.ts";
import { createForwarder } from "./httpForwarder.ts";
import { hostsOfTap, tapRefusal } from "./httpHeaders.ts";
import { createRestartableHttp } from "./httpRestart/restartableHttp.ts";
import type { TunnelClient } from "./public/tunnelClient.ts";
import { restartReports, restartTriggers } from "./restart/restartReports.ts";
import {
  createMetadataRewriter,
  type RewriteMode,
  type RewrittenMember,
} from "./rewriteMetadata.ts";
import { startRecorder } from "./startRecorder.ts";
import { createTapAddresses } from "./tapAddresses.ts";
import { startServer } from "./tapStdio.ts";

export interface HttpTap extends Pick<TapArguments, "port" | "name" | "otlp" | "hasCookies"> {
  readonly url: URL;
  /** What names the tap in place of the server. */
  readonly rewrite?: RewriteMode | undefined;
  /** The relay at which hosted clients reach the tap; it listens at no port then. */
  readonly relay?: URL | undefined;
  /** Ends what the tap has started for itself. */
  readonly onEnd?: (() => Promise<void>) | undefined;
  /** The command that the tap starts, and starts anew when something changes. */
  readonly started?:
    | {
        readonly command: NonNullable<TapArguments["command"]>;
        readonly watch: NonNullable<TapArguments["watch"]>;
      }
    | undefined;
}

/** @returns the exit code if the port cannot be used; undefined while it listens */
export async function tapHttp(
  { url, port, name, otlp, hasCookies, started, relay, rewrite = "resource", onEnd }: HttpTap,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const restarts = started ? createRestartableHttp() : undefined;
  const facts = {
    ...{ name, otlp, server: { kind: "http", url: url.href } as const },
    ...(relay ? { publicAt: relay.host } : {}),
  };
  const copies = startRecorder(restarts ? { ...facts, restarts: true } : facts, (order) =>
    gate.take(order),
  );
  /** The origin at which the client reaches the tap. */
  let own = "";
  let hosts: readonly string[] = [];
  const addresses = createTapAddresses([{ origin: url.origin, own: () => own }]);
  const notes = relay ? notesOfRewriting(terminal, copies, () => own) : undefined;
  const forwarder = createForwarder({
    url,
    copies,
    addresses,
    hasCookies,
    namesTap: rewrite !== "none",
    metadata: createMetadataRewriter({
      mode: rewrite,
      addresses,
      ...notes,
    }),
    onRewrite: notes?.onChange,
    onAnswer: (exchange, answer) => gate.passAnswer(exchange, answer),
    ...(restarts ? { restarts: restarts.serverSwitch } : {}),
  });
  const gate = createHttpGate(forwarder, copies, restarts?.restart);

  const forward = (received: IncomingMessage, response: ServerResponse) => {
    const refusal = tapRefusal(received.headers, relay ? undefined : hosts);
    if (refusal !== undefined) {
      return void response.writeHead(403, { "Content-Type": "text/plain" }).end(`${refusal}\n`);
    }
    // `*`, or the whole URL that proxies get, would name another host
    if (!received.url?.startsWith("/")) return void response.writeHead(400).end();
    const exchange = forwarder.open(received, response);
    if (restarts) void restarts.pass(exchange);
    else if (gate.isOn() && exchange.method === "POST") void gate.passRequest(exchange);
    else exchange.forward();
  };

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, forward);
  let tunnel: TunnelClient | undefined;
  const end = async () => {
    await tunnel?.close();
    server.close();
    server.closeAllConnections();
    await restarts?.end();
    await onEnd?.();
    await new Promise<void>((resolve) => copies.end(resolve));
  };
  if (relay) {
    const { startPublicTap } = await import("./public/publicTap.ts");
    tunnel = startPublicTap({ relay, url, server, terminal, end });
    own = tunnel.address;
  } else {
    try {
      await once(server.listen(port, "127.0.0.1"), "listening");
    } catch (error) {
      const reason = `Port ${port} cannot be used: ${errorMessage(error)}.`;
      copies.end(() => {});
      return terminal.fail(reason, exitCodes.couldNotRun);
    }
    const listening = (server.address() as AddressInfo).port;
    hosts = hostsOfTap(listening);
    own = `http://127.0.0.1:${listening}`;
    terminal.printError(`${own}${url.pathname}${url.search} forwards to ${url.href}`);
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    if (signal === "SIGHUP" && restarts) {
      process.on(signal, restarts.restart);
      continue;
    }
    process.once(signal, () => void end().then(() => process.exit(0)));
  }
  if (restarts && started) {
    const { command, watch } = started;
    const triggers = restartTriggers(watch, terminal);
    restarts.begin({
      url,
      forwarder,
      start: () => startServer(command, true),
      ...triggers.build,
      ...restartReports(copies, terminal),
      insert: gate.insert,
      pass(exchange, body) {
        if (gate.isOn()) return void gate.passRequest(exchange, body);
        exchange.noteBody(body);
        exchange.forwardBody(body).end(body);
      },
      onOutput(bytes) {
        copies.add("stderr", bytes);
        process.stderr.write(bytes);
      },
    });
    await triggers.watch(command, restarts.restart);
  }
  return undefined;
}

/** Changes that are said and recorded, each once. */
const maxNotes = 100;

/** Characters of an address, or a name, that are said, and recorded. */
const [maxSaid, maxRecorded] = [300, 2000];

/** Says and records what the tap has changed. */
function notesOfRewriting(terminal: Terminal, copies: Copies, own: () => string) {
  const said = new Set<string>();
  const say = (note: string): boolean => {
    if (said.has(note) || said.size >= maxNotes) return false;
    said.add(note);
    terminal.printError(note);
    return true;
  };
  return {
    onChange(change: RewrittenMember) {
      const { path, member, from, to } = cut(change, maxSaid);
      if (!say(`${path}: ${member} ${from} is now ${to}`)) return;
      // a recording is given to others, who must not reach the server
      const shown = `${own().slice(0, own().lastIndexOf("/"))}/…`;
      const recorded = { ...change, to: change.to.replaceAll(own(), shown) };
      copies.addFact({ kind: "rewritten", ...cut(recorded, maxRecorded) });
    },
    onUnread(path: string, coding: string) {
      say(
        `${path.slice(0, maxSaid)} is compressed (${coding.slice(0, 50)}) although the tap has not asked for that, so nothing in it is changed.`,
      );
    },
  };
}

function cut({ path, member, from, to }: RewrittenMember, chars: number): RewrittenMember {
  const short = (text: string) => text.slice(0, chars);
  return { path: short(path), member: short(member), from: short(from), to: short(to) };
}
