/** `tap --public`: says what a relay can read, asks, and leads the requests of its tunnel to the tap. */
import type { Server } from "node:http";
import { exitCodes } from "../../exitCode.ts";
import type { Terminal } from "../../terminal.ts";
import { openTunnelClient, type TunnelClient } from "./tunnelClient.ts";

interface PublicTapOptions {
  readonly relay: URL;
  readonly url: URL;
  /** Handles the requests; it listens nowhere. */
  readonly server: Server;
  readonly terminal: Terminal;
  /** Ends the tap. */
  readonly end: () => Promise<void>;
  /** Whether the tap goes on without the server once it was open. */
  readonly isForSignIn: boolean;
}

/**
 * Says what happens, and asks.
 * @param what is reached: the origin of a server, or a command
 * @returns whether the user agreed
 */
export async function agreesToRelay(
  { relay, what, isAgreed }: { relay: URL; what: string; isAgreed: boolean },
  terminal: Terminal,
): Promise<boolean> {
  terminal.printError(
    `Whoever has the address that ${relay.host} gives to this tap reaches everything at ${what}, until you press Ctrl+C.`,
  );
  terminal.printError(
    `${relay.host} passes everything on and can read all of it: tools, arguments, results, and the tokens of clients.`,
  );
  if (isAgreed) return true;
  if (!terminal.ask) {
    terminal.printError("Run this in a terminal, or agree with --yes.");
    return false;
  }
  const answer = await terminal.ask("Open the address? [y/N] ");
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}

/** Opens the tunnel, and goes on until it ends. */
export function startPublicTap(options: PublicTapOptions): TunnelClient {
  const { relay, url, server, terminal, end, isForSignIn } = options;
  let wasOpen = false;
  const path = url.pathname + url.search;
  const tunnel = openTunnelClient({
    relay,
    onStream: (stream) => void server.emit("connection", stream),
    onOpen(lastsMs) {
      wasOpen = true;
      terminal.printError(`${tunnel.address}${path} forwards to ${url.href}`);
      terminal.printError(
        `The server sees the host ${url.host} and no origin. The address lasts until Ctrl+C, at most ${hoursOf(lastsMs)}.`,
      );
    },
    onState(isConnected) {
      terminal.printError(
        isConnected
          ? `${relay.host} is connected again.`
          : `The connection to ${relay.host} is lost; trying again.`,
      );
    },
    onWait(reason) {
      terminal.printError(`${relay.host} does not take the tap again yet: ${reason}`);
    },
    onEnd(reason) {
      terminal.printError(`${relay.host} ended the tunnel to ${url.origin}: ${reason}`);
      if (isForSignIn && wasOpen) {
        // a client that has signed in may not use it for hours, which ends it
        return terminal.printError(
          "Clients cannot sign in there any more; everything else goes on. Start the tap again for new addresses.",
        );
      }
      void end().then(() => process.exit(exitCodes.couldNotRun));
    },
  });
  return tunnel;
}

function hoursOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}
