/** The tap's own requests to a server over HTTP, in the sessions of its clients. */
import { randomBytes } from "node:crypto";
import { type JsonObject, membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { putText } from "../../../../shared/core/json/putText.ts";
import type { Forwarder } from "../httpForwarder.ts";
import { readLine } from "../restart/tappedSession.ts";
import type { ClientSession, ClientSessions, NewestRequest } from "./clientSessions.ts";

/** Headers of one request, or of the session that it belonged to. */
const ofRequest = /^(?:mcp-(?:session-id|protocol-version|method|name)|last-event-id)$/i;

export function createOwnExchanges(forwarder: Forwarder, sessions: ClientSessions) {
  // the ids of a client are others
  const prefix = `tap-${randomBytes(6).toString("hex")}-`;
  let count = 0;

  const headersOf = (
    raw: readonly string[],
    more: Readonly<Record<string, string | undefined>>,
  ) => {
    const headers: string[] = [];
    for (let index = 0; index < raw.length; index += 2) {
      const [name = "", value = ""] = raw.slice(index, index + 2);
      if (!ofRequest.test(name)) headers.push(name, value);
    }
    for (const [name, value] of Object.entries(more)) if (value) headers.push(name, value);
    return headers;
  };

  const inSession = (session: ClientSession) =>
    headersOf(session.headers, {
      // as its client would send it
      "Mcp-Session-Id": session.id,
      "MCP-Protocol-Version": session.revision,
    });

  /** Sends a request. @returns its result; undefined for an error, or without an answer */
  const ask = async (
    textOf: (id: string) => string,
    headers: readonly string[],
    session: string | undefined,
    ms: number,
  ) => {
    const id = `${prefix}${++count}`;
    const answer = await forwarder.ask({ text: textOf(id), headers, session, id, ms });
    const [message] = readLine(Buffer.from(answer?.text ?? "")).messages;
    const result = message?.head.kind === "result" ? membersOf(message.value.result) : undefined;
    return answer && { result, headers: answer.headers };
  };

  const requestOf = (method: string, params: JsonObject) => (id: string) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });

  return {
    /** Repeats the handshake of a session with the process that answers now; returns whether it was accepted. */
    async greet(session: ClientSession, ms: number): Promise<boolean> {
      const { id, headers, hello, initialized, level, subscriptions } = session;
      const text = (own: string) => putText(hello, ["id"], JSON.stringify(own));
      const answer = await ask(text, headersOf(headers, {}), id, ms);
      const serverId = answer?.headers["mcp-session-id"];
      if (!answer?.result || typeof serverId !== "string") return false;
      sessions.renew(session, serverId);
      if (initialized !== undefined) {
        await forwarder.ask({ text: initialized, headers: inSession(session), session: id, ms });
      }
      const again = [
        ...(level ? [requestOf("logging/setLevel", level)] : []),
        ...[...subscriptions.values()].map((params) => requestOf("resources/subscribe", params)),
      ];
      for (const each of again) await ask(each, inSession(session), id, ms);
      return true;
    },
    /** Asks in the session of a client, as its newest request did. */
    async request(
      like: NewestRequest,
      method: string,
      params: JsonObject,
      ms: number,
    ): Promise<JsonObject | undefined> {
      const { session, meta, headers } = like;
      const all = meta ? { ...params, _meta: meta } : params;
      const revision = meta?.["io.modelcontextprotocol/protocolVersion"];
      const own = session
        ? inSession(session)
        : headersOf(headers, {
            "MCP-Protocol-Version": typeof revision === "string" ? revision : versionIn(headers),
            "Mcp-Method": meta ? method : undefined,
          });
      return (await ask(requestOf(method, all), own, session?.id, ms))?.result;
    },
  };
}

function versionIn(raw: readonly string[]): string | undefined {
  const at = raw.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === "mcp-protocol-version",
  );
  return at < 0 ? undefined : raw[at + 1];
}
