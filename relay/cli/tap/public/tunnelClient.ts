/** The tap's end of a tunnel: connects to the relay, again when the connection is lost, and gets its streams. */
import type { Duplex } from "node:stream";
import * as v from "valibot";
import { WebSocket } from "ws";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { errorMessage } from "../../../../shared/core/text/errorMessage.ts";
import { closeCodes } from "../../../../shared/relay/frames/frames.ts";
import { randomSecret } from "../../../secrets.ts";
import { maxTunnelMessageBytes, tunnelSocketPath } from "../../../tunnels/tunnelFrames.ts";
import { tunnelIdOf, tunnelPath } from "../../../tunnels/tunnelIds.ts";
import { createTunnelLink, type TunnelLink } from "../../../tunnels/tunnelLink.ts";
import {
  closeTunnelText,
  type TunnelHello,
  tunnelCloseCodes,
  tunnelWelcome,
  tunnelWire,
} from "../../../tunnels/tunnelOwners.ts";

interface TunnelClientOptions {
  readonly relay: URL;
  /** Takes the requests, each a stream with the bytes of HTTP. */
  readonly onStream: (stream: Duplex) => void;
  /** @param lastsMs the time that the relay gives the tunnel */
  readonly onOpen: (lastsMs: number) => void;
  /** The connection was lost, or is there again. */
  readonly onState: (isConnected: boolean) => void;
  /** The relay does not take the tap again yet; said once for each reason. */
  readonly onWait: (reason: string) => void;
  /** The tunnel has ended, and is not opened again. */
  readonly onEnd: (reason: string) => void;
}

export interface TunnelClient {
  /** The origin and path before those of the server. */
  readonly address: string;
  /** Ends the tunnel: its address answers nothing from now on. */
  close(): Promise<void>;
}

/** Streams that a relay may open; more than it does by default. */
const maxStreams = 256;

/** The delays before the next attempts, in milliseconds; the last one is repeated. */
const retryMs = [200, 500, 1000, 2000, 5000];

/** The same for a relay that is full. */
const fullMs = [1000, 2000, 5000, 10_000, 30_000];

/** Milliseconds without a ping of the relay after which a connection counts as lost. */
const silenceMs = 75_000;

/** Milliseconds that the relay has to confirm the end. */
const closeMs = 2000;

const final: ReadonlySet<number> = new Set([
  ...Object.values(tunnelCloseCodes),
  closeCodes.notPaired,
  closeCodes.wrongVersion,
]);

/** How the relay refuses what taps ask for, by the status of its answer. */
const refusals: Readonly<Record<number, string>> = {
  403: "It gives taps no addresses: it was started without --tunnels.",
  404: "It gives taps no addresses: it was started without --tunnels.",
  421: "It does not know itself by this host: use the address at which people open it.",
};

export function openTunnelClient(options: TunnelClientOptions): TunnelClient {
  const { relay, onStream, onOpen, onState, onWait, onEnd } = options;
  const secret = randomSecret();
  const target = new URL(tunnelSocketPath, relay);
  target.protocol = relay.protocol === "https:" ? "wss:" : "ws:";
  let current: { readonly id: string; readonly link: TunnelLink } | undefined;
  let socket: WebSocket | undefined;
  let retry: NodeJS.Timeout | undefined;
  let attempts = 0;
  let waitReason: string | undefined;
  let wasOpen = false;
  let isOver = false;

  const finish = (reason: string | undefined) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(retry);
    current?.link.end(new Error("The tunnel has ended."));
    if (reason !== undefined) onEnd(reason);
  };

  const enter = (opened: WebSocket, text: string): boolean => {
    const { success, output } = v.safeParse(tunnelWelcome, parseJsonObject(text));
    if (!success) return false;
    const former = current;
    const isSame = former?.id === output.link;
    if (!isSame || !former.link.attach(opened, output.received)) {
      former?.link.end(new Error("The relay has forgotten this request."));
      current = undefined;
      // what remains of a link that is lost here cannot be taken up
      if (isSame) return false;
      const onBroken = () => {
        current = undefined;
      };
      const link = createTunnelLink({ onOpen: onStream, limit: maxStreams, onBroken });
      current = { id: output.link, link };
      link.attach(opened, 0);
    }
    attempts = 0;
    waitReason = undefined;
    if (wasOpen) onState(true);
    else onOpen(output.lastsMs);
    wasOpen = true;
    return true;
  };

  const connect = () => {
    const opened = new WebSocket(target, {
      maxPayload: maxTunnelMessageBytes,
      handshakeTimeout: 15_000,
    });
    socket = opened;
    let why: string | undefined;
    let isWelcome = false;
    let silence: NodeJS.Timeout | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => opened.terminate(), silenceMs).unref();
    };
    opened.on("open", () => {
      heard();
      const resume = current && { link: current.id, received: current.link.received() };
      const hello: TunnelHello = {
        kind: "hello",
        wire: tunnelWire,
        secret,
        ...(resume ? { resume } : {}),
      };
      opened.send(JSON.stringify(hello));
    });
    opened.on("ping", heard);
    opened.on("message", (data, isBinary) => {
      heard();
      if (isOver) return;
      if (isWelcome && isBinary) return current?.link.take(data as Buffer);
      if (!isWelcome && !isBinary && enter(opened, `${data}`)) {
        isWelcome = true;
        return;
      }
      opened.close(closeCodes.badFrame, "An unknown message");
    });
    opened.on("unexpected-response", (_request, answer) => {
      const { statusCode = 0 } = answer;
      why = refusals[statusCode] ?? `It answered with the status ${statusCode}.`;
      answer.resume();
      opened.terminate();
    });
    opened.on("error", (error) => {
      why ??= `${errorMessage(error)}.`;
    });
    opened.on("close", (code, reason) => {
      clearTimeout(silence);
      if (isOver) return;
      current?.link.detach();
      if (final.has(code)) return finish(`${reason}.`);
      const isFull = code === closeCodes.tooMany;
      if (!wasOpen) return finish(isFull ? `${reason}.` : (why ?? "It closed the connection."));
      if (isWelcome) onState(false);
      if (isFull && waitReason !== `${reason}`) {
        waitReason = `${reason}`;
        onWait(`${reason}.`);
      }
      const delays = isFull ? fullMs : retryMs;
      const delay = delays[Math.min(attempts++, delays.length - 1)] ?? 0;
      retry = setTimeout(connect, delay);
    });
  };
  connect();

  return {
    address: relay.origin + tunnelPath(tunnelIdOf(secret)),
    close() {
      const last = socket;
      finish(undefined);
      return new Promise((resolve) => {
        if (last?.readyState !== WebSocket.OPEN) {
          last?.terminate();
          return resolve();
        }
        setTimeout(resolve, closeMs);
        last.on("close", () => resolve());
        last.send(closeTunnelText);
      });
    },
  };
}
