/** Sends the host's requests to an app and matches the answers. */
import type { Clock } from "../core/clock.ts";
import { membersOf } from "../core/json/jsonObject.ts";
import { textAt } from "../core/json/textAt.ts";
import type { JsonRpcError, JsonRpcId, MessageHead } from "../protocol/jsonRpc.ts";
import { hostError } from "./appRequests.ts";
import type { AppAnswer } from "./bridgeTypes.ts";

interface HostRequests {
  /** @param ms milliseconds to wait; those of the options by default */
  send(method: string, paramsText: string, ms?: number): Promise<AppAnswer | "timeout">;
  /**
   * Takes the answer to a request.
   * @param text JSON text of the message
   * @returns false if no request with this id waits for one
   */
  settle(id: JsonRpcId | null, text: string): boolean;
  /** Settles what still waits, with an error. */
  close(): void;
}

/** The error of an answer; members of wrong types are replaced. */
function readError(text = "{}"): JsonRpcError {
  const { code, message } = membersOf(JSON.parse(text));
  return {
    code: typeof code === "number" ? code : hostError,
    message: typeof message === "string" ? message : "The app gave no reason",
  };
}

export function createHostRequests(options: {
  readonly clock: Clock;
  readonly send: (text: string, head: MessageHead) => void;
  readonly timeoutMs: number;
}): HostRequests {
  const { clock, send, timeoutMs } = options;
  const waiting = new Map<JsonRpcId, (answer: AppAnswer | "timeout") => void>();
  let lastId = 0;
  return {
    send(method, paramsText, ms = timeoutMs) {
      const id = ++lastId;
      return new Promise((resolve) => {
        const stop = clock.after(ms, () => settle("timeout"));
        const settle = (answer: AppAnswer | "timeout") => {
          stop();
          waiting.delete(id);
          resolve(answer);
        };
        waiting.set(id, settle);
        const text = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${paramsText}}`;
        send(text, { kind: "request", id, method });
      });
    },
    settle(id, text) {
      const settle = id === null ? undefined : waiting.get(id);
      if (!settle) return false;
      const resultText = textAt(text, ["result"]);
      settle(
        resultText === undefined ? { error: readError(textAt(text, ["error"])) } : { resultText },
      );
      return true;
    },
    close() {
      for (const settle of [...waiting.values()]) {
        settle({ error: { code: hostError, message: "The app was closed" } });
      }
    },
  };
}
