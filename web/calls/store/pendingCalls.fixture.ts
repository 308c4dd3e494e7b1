/** A connection whose calls are answered by the test. */
import type { Connected } from "../../../shared/client/connected.ts";
import type { RequestOutcome } from "../../../shared/client/session/outcome.ts";
import type { RunContext } from "./runs.ts";

export function createPendingCalls() {
  /** Ends each call, in the order in which they were made. */
  const ends: ((outcome: RequestOutcome) => void)[] = [];
  const add = () => {
    const { promise, resolve } = Promise.withResolvers<RequestOutcome>();
    ends.push(resolve);
    return promise;
  };
  const client = {
    run() {
      const done = add();
      return { entry: { seq: ends.length, at: 0, heads: [] }, done, cancel() {} };
    },
    follow: add,
  } as unknown as Connected;
  const tasks = { keep() {}, forget() {}, all: () => [] } as never;
  const context = (key: string): RunContext => ({
    serverId: "r",
    key,
    initiator: { kind: "user" },
    client,
    tasks,
  });
  return { ends, context };
}
