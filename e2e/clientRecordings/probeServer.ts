/**
 * A small server whose answers make a client show what it does: pages, changes, requests, progress,
 * a call without an answer and a lost session. It listens on `PORT`, at `/mcp`, or uses its pipes.
 * With `REFUSES_POST` it has the older transport only, and answers nothing there.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const probeProgram = fileURLToPath(import.meta.url);

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a client sends anything
  readonly params?: any;
}

type Send = (message: object) => void;

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: "object", properties: {} },
});

/** Milliseconds after which the tool goes on without an answer of the client. */
const patience = 2000;

/** Answers the messages of one session. */
function createSession(forget: () => void) {
  let declared: Readonly<Record<string, unknown>> = {};
  const open = new Map<string, () => void>();

  const ask = (send: Send, method: string, params: object) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const id = `server-${method}`;
    open.set(id, resolve);
    setTimeout(resolve, patience).unref();
    send({ id, method, params });
    return promise;
  };

  async function call(send: Send, { name, _meta: meta }: Message["params"]) {
    if (name === "forget") forget();
    if (name === "probe") {
      const token = meta?.progressToken;
      if (token !== undefined) {
        send({ method: "notifications/progress", params: { progressToken: token, progress: 1 } });
      }
      await ask(send, "ping", {});
      if (declared.roots) await ask(send, "roots/list", {});
      if (declared.sampling) {
        const text = { type: "text", text: "Say yes" };
        const messages = [{ role: "user", content: text }];
        await ask(send, "sampling/createMessage", { messages, maxTokens: 5 });
      }
      if (declared.elicitation) {
        const requestedSchema = { type: "object", properties: { name: { type: "string" } } };
        await ask(send, "elicitation/create", { message: "Your name?", requestedSchema });
      }
      send({ method: "notifications/tools/list_changed" });
    }
    return { content: [{ type: "text", text: "21 °C" }], structuredContent: { degrees: 21 } };
  }

  return async (message: Message, send: Send): Promise<void> => {
    const { id, method, params } = message;
    if (method === undefined) open.get(String(id))?.();
    if (method === undefined || id === undefined) return;
    const reply = (result: object) => send({ id, result });
    if (method === "initialize") {
      declared = params?.capabilities ?? {};
      reply({
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "probe", version: "1" },
      });
    } else if (method === "ping") reply({});
    else if (method === "tools/list") {
      if (params?.cursor === "2") reply({ tools: [tool("forget", "Forgets the session")] });
      else {
        const tools = [tool("probe", "Asks the client"), tool("wait", "Never answers")];
        reply({ tools, nextCursor: "2" });
      }
    } else if (method === "tools/call" && params?.name === "wait") return;
    else if (method === "tools/call") reply(await call(send, params));
    else send({ id, error: { code: -32601, message: "Method not found" } });
  };
}

function servePipes(): void {
  const answer = createSession(() => {});
  createInterface({ input: process.stdin }).on("line", (line) => {
    const write = (message: object) =>
      process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    void answer(JSON.parse(line), write);
  });
}

async function serveHttp(port: number): Promise<void> {
  const sessions = new Map<string, ReturnType<typeof createSession>>();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (process.env.REFUSES_POST && request.method === "POST") return response.writeHead(405).end();
    if (process.env.REFUSES_POST && request.headers.accept?.includes("text/event-stream")) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.write("event: endpoint\ndata: /messages\n\n");
    }
    if (request.method !== "POST") {
      return response.writeHead(request.method === "DELETE" ? 200 : 405).end();
    }
    let text = "";
    for await (const chunk of request) text += chunk;
    const message: Message = JSON.parse(text);
    const isHello = message.method === "initialize";
    const known = request.headers["mcp-session-id"];
    const id = isHello ? randomUUID() : String(known);
    if (isHello)
      sessions.set(
        id,
        createSession(() => sessions.delete(id)),
      );
    const answer = sessions.get(id);
    if (!answer) return response.writeHead(404).end();
    if (message.method === undefined || message.id === undefined) {
      void answer(message, () => {});
      return response.writeHead(202).end();
    }
    response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": id });
    const write = (each: object) => {
      response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", ...each })}\n\n`);
    };
    response.flushHeaders();
    await answer(message, write);
    if (message.params?.name !== "wait") response.end();
  };
  createServer((request, response) => void handle(request, response)).listen(port, "127.0.0.1");
}

if (process.argv[1] === probeProgram) {
  const port = process.env.PORT;
  if (port === undefined) servePipes();
  else await serveHttp(Number(port));
}
