/** A tap of an HTTP server: listens on loopback, and forwards requests and answers as they come. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import type { TapArguments } from "../arguments/tapArguments.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import type { Terminal } from "../terminal.ts";
import { createHttpGate } from "./gate/httpGate.ts";
import { createForwarder, type Forwarder, type TappedRequest } from "./httpForwarder.ts";
import { loopbackHosts, tapRefusal } from "./httpHeaders.ts";
import { createRestartableHttp } from "./httpRestart/restartableHttp.ts";
import { createRewritingNotes } from "./public/rewritingNotes.ts";
import type { TunnelClient } from "./public/tunnelClient.ts";
import { restartReports, restartTriggers } from "./restart/restartReports.ts";
import { createMetadataRewriter, type RewriteMode } from "./rewriteMetadata.ts";
import { startRecorder } from "./startRecorder.ts";
import { createTapAddresses } from "./tapAddresses.ts";
import { startServer } from "./tapStdio.ts";

export interface HttpTap extends Pick<TapArguments, "port" | "name" | "otlp" | "hasCookies"> {
  readonly url: URL;
  /** What names the tap in place of the server. */
  readonly rewrite?: RewriteMode | undefined;
  /** The relay at which hosted clients reach the tap; it listens at no port then. */
  readonly relay?: URL | undefined;
  /** The authorization server that gets an address there, too. */
  readonly issuer?: URL | undefined;
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
  {
    url,
    port,
    name,
    otlp,
    hasCookies,
    started,
    relay,
    issuer,
    rewrite = "resource",
    onEnd,
  }: HttpTap,
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
  /** The addresses at which the client reaches the tap, and the authorization server. */
  const own = { server: "", issuer: "" };
  let hosts: readonly string[] = [];
  const addresses = createTapAddresses([
    { origin: url.origin, own: () => own.server },
    ...(issuer ? [{ origin: issuer.origin, own: () => own.issuer }] : []),
  ]);
  const notes = relay ? createRewritingNotes(terminal, copies) : undefined;
  let exchanges = 0;
  const passing = {
    copies,
    addresses,
    nextNumber: () => ++exchanges,
    hasCookies,
    namesTap: rewrite !== "none",
    metadata: createMetadataRewriter({ mode: rewrite, addresses, ...notes }),
    onRewrite: notes?.onChange,
  };
  const forwarder = createForwarder({
    ...passing,
    url,
    onAnswer: (exchange, answer) => gate.passAnswer(exchange, answer),
    ...(restarts ? { restarts: restarts.serverSwitch } : {}),
  });
  const gate = createHttpGate(forwarder, copies, restarts?.restart);

  /** Listens for what one of the servers gets. */
  const listenFor = (passOn: Forwarder, pass: (exchange: TappedRequest) => void) =>
    createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (received, response) => {
      const refusal = tapRefusal(received.headers, relay ? undefined : hosts);
      if (refusal !== undefined) {
        return void response.writeHead(403, { "Content-Type": "text/plain" }).end(`${refusal}\n`);
      }
      // `*`, or the whole URL that proxies get, would name another host
      if (!received.url?.startsWith("/")) return void response.writeHead(400).end();
      pass(passOn.open(received, response));
    });

  const server = listenFor(forwarder, (exchange) => {
    if (restarts) void restarts.pass(exchange);
    else if (gate.isOn() && exchange.method === "POST") void gate.passRequest(exchange);
    else exchange.forward();
  });
  const tunnels: TunnelClient[] = [];
  const end = async () => {
    await Promise.all(tunnels.map((tunnel) => tunnel.close()));
    server.close();
    server.closeAllConnections();
    await restarts?.end();
    await onEnd?.();
    await new Promise<void>((resolve) => copies.end(resolve));
  };
  if (relay) {
    const { startPublicTap } = await import("./public/publicTap.ts");
    const open = (to: URL, itsServer: Server) => {
      const isForSignIn = to === issuer;
      const itsTunnel = { relay, url: to, server: itsServer, terminal, end, isForSignIn };
      const tunnel = startPublicTap(itsTunnel);
      tunnels.push(tunnel);
      // a recording is given to others, who must not reach the server
      copies.addFact({
        kind: "secret",
        text: tunnel.address.slice(tunnel.address.lastIndexOf("/") + 1),
      });
      return tunnel.address;
    };
    own.server = open(url, server);
    if (issuer) {
      const toIssuer = createForwarder({
        ...{ ...passing, url: issuer, service: "authorization" as const },
        onAnswer: () => false,
      });
      own.issuer = open(
        issuer,
        listenFor(toIssuer, (exchange) => exchange.forward()),
      );
    }
  } else {
    try {
      await once(server.listen(port, "127.0.0.1"), "listening");
    } catch (error) {
      const reason = `Port ${port} cannot be used: ${errorMessage(error)}.`;
      copies.end(() => {});
      return terminal.fail(reason, exitCodes.couldNotRun);
    }
    const listening = (server.address() as AddressInfo).port;
    hosts = loopbackHosts(listening);
    own.server = `http://127.0.0.1:${listening}`;
    terminal.printError(`${own.server}${url.pathname}${url.search} forwards to ${url.href}`);
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
