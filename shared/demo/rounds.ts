/** Remembers the answers of earlier rounds of a call, so that a tool runs again from its start. */
import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { type InputRequest, RpcError } from "./protocol.ts";

/** Ends a round: the tool needs an answer first. */
export class InputNeeded extends Error {
  readonly key: string;
  readonly request: InputRequest;
  constructor(key: string, request: InputRequest) {
    super("Input needed");
    this.key = key;
    this.request = request;
  }
}

interface Round {
  /** @throws {InputNeeded} when there is no answer yet */
  answerTo(key: string, request: InputRequest): JsonObject;
  /** The result that asks the client. */
  ask(needed: InputNeeded): JsonObject;
}

/** Maximum number of calls that wait for answers. */
const maxWaiting = 50;

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr */
export function createRounds(newId: () => string) {
  const earlier = new Map<string, JsonObject>();
  return {
    /** @throws {RpcError} when `requestState` is unknown */
    resume({ inputResponses, requestState }: JsonObject): Round {
      const known = requestState === undefined ? {} : earlier.get(String(requestState));
      if (!known) throw new RpcError(-32602, "Unknown requestState");
      const answers = { ...known, ...asJsonObject(inputResponses) };
      return {
        answerTo(key, request) {
          const given = Object.hasOwn(answers, key) ? asJsonObject(answers[key]) : undefined;
          if (!given) throw new InputNeeded(key, request);
          return given;
        },
        ask({ key, request }) {
          const state = newId();
          earlier.set(state, answers);
          for (const old of [...earlier.keys()].slice(0, -maxWaiting)) earlier.delete(old);
          return {
            resultType: "input_required",
            inputRequests: { [key]: request },
            requestState: state,
          };
        },
      };
    },
  };
}
