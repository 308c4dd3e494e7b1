/** The tap's own requests to a server, in the session of its client. */
import { randomBytes } from "node:crypto";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { idKey } from "../../../../shared/log/entry.ts";
import type { RestartableOptions } from "./restartOptions.ts";
import type { ServerGeneration } from "./serverGeneration.ts";
import type { TappedSession } from "./tappedSession.ts";

export interface OwnRequests {
  /** Sends a text that is not answered. */
  send(generation: ServerGeneration, text: string): void;
  /**
   * Sends a request with an id of the tap's.
   * @returns undefined for an error, after the time, and if the process ends
   */
  ask(
    generation: ServerGeneration,
    text: (id: string) => string,
    ms: number,
  ): Promise<JsonObject | undefined>;
  /** The text of a request, with the `_meta` of a client without a handshake. */
  textOf(method: string, params: JsonObject): (id: string) => string;
}

export function createOwnRequests(
  session: TappedSession,
  note: RestartableOptions["note"],
): OwnRequests {
  // the ids of a client are others
  const prefix = `tap-${randomBytes(6).toString("hex")}-`;
  let count = 0;

  const send = (generation: ServerGeneration, text: string) => {
    note("out", text, { action: "of-tap" });
    void generation.process.send(`${text}\n`);
  };

  return {
    send,
    ask(generation, text, ms) {
      const id = `${prefix}${++count}`;
      return new Promise((resolve) => {
        const timer = setTimeout(() => answer(undefined), ms);
        const answer = (result: JsonObject | undefined) => {
          clearTimeout(timer);
          resolve(result);
        };
        if (generation.process.end) return answer(undefined);
        generation.own.set(idKey(id), answer);
        send(generation, text(id));
      });
    },
    textOf: (method, params) => (id) => {
      const { meta, hello } = session;
      const all = meta && !hello ? { ...params, _meta: meta } : params;
      return JSON.stringify({ jsonrpc: "2.0", id, method, params: all });
    },
  };
}
