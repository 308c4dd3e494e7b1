/** Connects to the child process through the relay, as the page does. */
import { systemClock } from "../../../shared/core/clock.ts";
import type { ConnectSocket } from "../../../shared/relay/client/browserSocket.ts";
import { createRelayLink } from "../../../shared/relay/client/relayLink.ts";
import { createStreamId } from "../../../shared/relay/frames/streamId.ts";
import type { Pipe } from "./pipe.ts";

export interface RelayedOptions {
  readonly connect: ConnectSocket;
  readonly session: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** @throws {Error} if the child cannot be started */
export async function openRelayed(options: RelayedOptions): Promise<Pipe> {
  const { connect, session, command, args } = options;
  const link = createRelayLink({ connect, session, clock: systemClock });
  const id = createStreamId((bytes) => crypto.getRandomValues(bytes));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = link.start(
    id,
    { command, args },
    {
      started: () => resolve(),
      line: (line) => pipe.onLine(line.bytes),
      stderr: () => {},
      missed: (bytes) => reject(new Error(`${bytes} bytes are missing`)),
      ended: (end) => reject(new Error(`The child ended: ${end.kind}`)),
    },
  );
  const pipe: Pipe = {
    onLine: () => {},
    write: (bytes) => void child.write(bytes),
    close: () => void child.stop().then(() => link.close()),
  };
  await promise;
  return pipe;
}
