/** Runs in the page of the relay's benchmark. */
import { createSocketConnector } from "../../../shared/relay/client/browserSocket.ts";
import { socketPath } from "../../../shared/relay/frames/frames.ts";
import { roundTrips, stream } from "./pipe.ts";
import { openRelayed } from "./relayed.ts";

declare global {
  interface Window {
    openChild(session: string, command: string, args: readonly string[]): Promise<void>;
    roundTrips(times: number): Promise<number[]>;
    stream(lines: number): Promise<number>;
  }
}

window.openChild = async (session, command, args) => {
  const connect = createSocketConnector(new URL(socketPath, location.origin).href);
  const pipe = await openRelayed({ connect, session, command, args });
  window.roundTrips = (times) => roundTrips(pipe, times);
  window.stream = (lines) => stream(pipe, lines);
};
