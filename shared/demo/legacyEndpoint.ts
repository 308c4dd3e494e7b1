/** The demo server of the legacy era: a handshake, sessions, and requests to the client within streams. */

import { asJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { invalidRequestCode } from "../protocol/jsonRpc.ts";
import { skillsExtension } from "../protocol/skillsExtension.ts";
import type { Demo, Posted } from "./demo.ts";
import { instructions, serverInfo } from "./demoMethods.ts";
import { answerLegacyRequest } from "./legacyRequests.ts";
import { type LegacySession, openLegacySession, settleAnswer, supported } from "./legacySession.ts";
import { openDemoStream } from "./stream.ts";

interface LegacyEndpoint {
  post(posted: Posted): Promise<Response>;
  /** Answers GET and DELETE. */
  other(request: Request): Response;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http */
export function createLegacyEndpoint(demo: Demo): LegacyEndpoint {
  const sessions = new Map<string, LegacySession>();

  /** @see https://modelcontextprotocol.io/specification/2025-03-26/basic#batching */
  const postBatch = async (posted: Posted, batch: readonly unknown[]): Promise<Response> => {
    const answers: string[] = [];
    for (const message of batch) {
      const response = await endpoint.post({ ...posted, message, text: JSON.stringify(message) });
      if (response.status === 202) continue;
      const text = await response.text();
      const events = text.matchAll(/^data: (.*)$/gm);
      answers.push(text.startsWith("{") ? text : [...events].map(([, data]) => data).join(","));
    }
    if (answers.length === 0) return new Response(null, { status: 202 });
    return new Response(`[${answers.join(",")}]`, {
      headers: { "content-type": "application/json" },
    });
  };

  const endpoint: LegacyEndpoint = {
    async post(posted) {
      const opened = sessions.get(posted.request.headers.get("mcp-session-id") ?? "");
      if (Array.isArray(posted.message) && opened?.revision === "2025-03-26") {
        return postBatch(posted, posted.message);
      }
      const message = asJsonObject(posted.message);
      if (message?.jsonrpc !== "2.0") return refused(400, invalidRequestCode, "Invalid request");
      const { id, method } = message;
      if (method === "initialize") {
        const session = openLegacySession(demo, asJsonObject(message.params) ?? {});
        const sessionId = demo.newId();
        sessions.set(sessionId, session);
        const { revision } = session;
        const result = {
          protocolVersion: revision,
          capabilities: capabilitiesAt(revision),
          serverInfo: infoAt(revision),
          instructions,
        };
        return Response.json(
          { jsonrpc: "2.0", id, result },
          { headers: { "mcp-session-id": sessionId } },
        );
      }
      const sessionId = posted.request.headers.get("mcp-session-id");
      if (sessionId === null) return refused(400, -32000, "The header Mcp-Session-Id is missing");
      const session = sessions.get(sessionId);
      if (!session) return refused(404, -32001, "Session not found");
      const version = posted.request.headers.get("mcp-protocol-version") ?? session.revision;
      if (!supported.includes(version))
        return refused(400, invalidRequestCode, "Unsupported protocol version");
      if (method !== undefined && id !== undefined) {
        return answerLegacyRequest(demo, session, message, posted.text);
      }
      if (method === undefined) settleAnswer(session, message);
      else if (method === "notifications/cancelled") {
        session.running.get(asJsonObject(message.params)?.requestId)?.abort();
      }
      return new Response(null, { status: 202 });
    },
    other(request) {
      const id = request.headers.get("mcp-session-id") ?? "";
      const session = sessions.get(id);
      if (!session) return refused(id === "" ? 400 : 404, -32001, "Session not found");
      if (request.method === "DELETE") {
        sessions.delete(id);
        session.end();
        session.stream?.close();
        return new Response(null, { status: 204 });
      }
      if (request.method !== "GET") return new Response(null, { status: 405 });
      session.stream?.close();
      const stream = openDemoStream(() => {
        if (session.stream === stream) session.stream = undefined;
      });
      session.stream = stream;
      return stream.response;
    },
  };
  return endpoint;
}

function refused(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

/** The server capabilities that the revision defines. */
function capabilitiesAt(revision: string): JsonObject {
  const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  return {
    tools: { listChanged: true },
    resources: { subscribe: true },
    prompts: {},
    logging: {},
    ...(revision < "2025-03-26" ? {} : { completions: {} }),
    ...(revision < "2025-11-25" ? {} : { tasks }),
    extensions: { [skillsExtension]: { directoryRead: true } },
  };
}

/** The server info with the members that the revision defines. */
function infoAt(revision: string): JsonObject {
  const { title, icons, websiteUrl, description, ...info } = serverInfo;
  if (revision < "2025-06-18") return info;
  const titled = { ...info, title };
  return revision < "2025-11-25" ? titled : { ...titled, icons, websiteUrl, description };
}
