/** Remembers of a client's session what a new process of its server has to be told. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import {
  isJsonObject,
  type JsonObject,
  membersOf,
} from "../../../../shared/core/json/jsonObject.ts";
import { idKey } from "../../../../shared/log/entry.ts";
import { classify, type JsonRpcId, type MessageHead } from "../../../../shared/protocol/jsonRpc.ts";

/** One line of a stdio stream. */
export interface SessionLine {
  /** The bytes with their line feed. */
  readonly bytes: Buffer;
  /** The text of the message; empty if the line is none. */
  readonly text: string;
  /** Its messages; several for a batch, none if the line is no message. */
  readonly messages: readonly { readonly head: MessageHead; readonly value: JsonObject }[];
}

export interface OpenRequest {
  readonly id: JsonRpcId;
  readonly method: string;
  readonly text: string;
}

export interface TappedSession {
  /** Requests of the client that have no response yet, by id key. */
  readonly requests: ReadonlyMap<string, OpenRequest>;
  /** Requests of the server that the client has not answered yet, by id key. */
  readonly asked: ReadonlyMap<string, JsonRpcId>;
  /** The client's `initialize`, and what the server answered. */
  readonly hello: { readonly text: string; readonly result: JsonObject } | undefined;
  /** The client's `notifications/initialized`. */
  readonly initialized: string | undefined;
  /** The params of the newest `logging/setLevel`. */
  readonly level: JsonObject | undefined;
  /** The params of each subscription to a resource, by URI. */
  readonly subscriptions: ReadonlyMap<string, JsonObject>;
  /**
   * The protocol's members of `_meta` in the newest request of a client without a handshake.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
   */
  readonly meta: JsonObject | undefined;
  /** What the server says that it supports; undefined until it has. */
  readonly capabilities: JsonObject | undefined;
  /** Notes a message that goes to the server. */
  sent(line: SessionLine): void;
  /** Notes a message that goes to the client. */
  received(line: SessionLine): void;
  /** Forgets a request that was answered in the server's place. */
  answered(request: OpenRequest): void;
  /** Forgets the requests of a server that has gone. */
  forgetAsked(): void;
}

/** The request whose response is a stream that outlives a process. */
export const listenMethod = "subscriptions/listen";

const protocolMeta = "io.modelcontextprotocol/";

/** Ids of a server that are remembered; one that sends more is not worth the memory. */
const maxIds = 10_000;

/** Forgets the oldest id where there are too many. */
export function keepNewest(ids: Map<string, JsonRpcId> | Set<string>): void {
  const [oldest] = ids.keys();
  if (oldest !== undefined && ids.size > maxIds) ids.delete(oldest);
}

/** Splits a line of a stream into its messages. */
export function readLine(bytes: Buffer): SessionLine {
  const text = `${bytes}`.trim();
  if (!/^[[{]/.test(text)) return { bytes, text: "", messages: [] };
  try {
    const value: unknown = JSON.parse(text);
    const values = (Array.isArray(value) ? value : [value]).filter(isJsonObject);
    return { bytes, text, messages: values.map((each) => ({ head: classify(each), value: each })) };
  } catch {
    return { bytes, text: "", messages: [] };
  }
}

export function createTappedSession(): TappedSession {
  const requests = new Map<string, OpenRequest>();
  const asked = new Map<string, JsonRpcId>();
  const subscriptions = new Map<string, JsonObject>();
  let helloText: string | undefined;
  let hello: TappedSession["hello"];
  let initialized: string | undefined;
  let level: JsonObject | undefined;
  let meta: JsonObject | undefined;
  let capabilities: JsonObject | undefined;

  const noteRequest = ({ id, method, text }: OpenRequest, params: JsonObject) => {
    requests.set(idKey(id), { id, method, text });
    const ofProtocol = Object.entries(membersOf(params._meta)).filter(([name]) =>
      name.startsWith(protocolMeta),
    );
    if (ofProtocol.length > 0) meta = Object.fromEntries(ofProtocol);
    const { uri } = params;
    if (method === "initialize") helloText = text;
    else if (method === "logging/setLevel") level = params;
    else if (method === "resources/subscribe" && typeof uri === "string") {
      subscriptions.set(uri, params);
    } else if (method === "resources/unsubscribe" && typeof uri === "string") {
      subscriptions.delete(uri);
    }
  };

  const noteAnswer = (request: OpenRequest, result: JsonObject) => {
    if (request.method === "initialize" && helloText !== undefined) {
      hello = { text: helloText, result };
    }
    if (request.method === "initialize" || request.method === "server/discover") {
      capabilities = membersOf(result.capabilities);
    }
  };

  return {
    requests,
    asked,
    subscriptions,
    get hello() {
      return hello;
    },
    get initialized() {
      return initialized;
    },
    get level() {
      return level;
    },
    get meta() {
      return meta;
    },
    get capabilities() {
      return capabilities;
    },
    sent({ text, messages }) {
      for (const { head, value } of messages) {
        const params = membersOf(value.params);
        // one of a batch is sent again by itself
        const own = messages.length > 1 ? JSON.stringify(value) : text;
        if (head.kind === "request") {
          noteRequest({ id: head.id, method: head.method, text: own }, params);
        } else if (head.kind === "notification") {
          if (head.method === "notifications/initialized") initialized = own;
          // a server does not answer what was cancelled
          if (head.method === "notifications/cancelled" && head.requestId !== undefined) {
            requests.delete(idKey(head.requestId));
          }
        } else if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
          asked.delete(idKey(head.id));
        }
      }
    },
    received({ messages }) {
      for (const { head, value } of messages) {
        if (head.kind === "request") {
          asked.set(idKey(head.id), head.id);
          keepNewest(asked);
        }
        if (head.kind === "notification" && head.requestId !== undefined) {
          asked.delete(idKey(head.requestId));
        }
        if ((head.kind !== "result" && head.kind !== "error") || head.id === null) continue;
        const request = requests.get(idKey(head.id));
        requests.delete(idKey(head.id));
        if (request && head.kind === "result")
          noteAnswer(request, membersOf(getOwn(value, "result")));
      }
    },
    answered({ id }) {
      requests.delete(idKey(id));
    },
    forgetAsked: () => asked.clear(),
  };
}
