/** Servers of which each breaks one rule. */
import {
  answersCancelled,
  cached,
  countQuickly,
  type Message,
  type Mutant,
  neverRefuses,
  ofMethod,
  resumable,
  withoutHeader,
} from "./mutantServer.fixture.ts";

export const mutants: Readonly<Record<string, Mutant>> = {
  "the name of the server is missing": {
    revision: "2025-11-25",
    fails: "initialize-valid",
    answer: ofMethod("initialize", (result) => ({ ...result, serverInfo: { version: "1" } })),
  },
  "it agrees to any revision": {
    revision: "2025-11-25",
    fails: "unknown-revision",
    answer: ofMethod("initialize", (result, { params }) => ({
      ...result,
      protocolVersion: params.protocolVersion,
    })),
  },
  "ping is answered with text": {
    revision: "2025-11-25",
    fails: "ping",
    answer: ofMethod("ping", () => ({ pong: true })),
  },
  "ids change their case": {
    revision: "2025-11-25",
    fails: "id-unchanged",
    answer: (answer) =>
      answer.id === "conformance-1" ? { ...answer, id: "Conformance-1" } : answer,
  },
  "unknown methods have another error": {
    revision: "2025-11-25",
    fails: "unknown-method",
    answer: (answer) =>
      answer.error?.code === -32601
        ? { ...answer, error: { ...answer.error, code: -32600 } }
        : answer,
  },
  "text that is not JSON is a crash": {
    revision: "2025-11-25",
    fails: "text-not-json",
    async serve(request, next) {
      const response = await next(request.clone());
      const text = request.method === "POST" ? await request.text() : "{}";
      try {
        JSON.parse(text);
        return response;
      } catch {
        return new Response("stack trace", { status: 500 });
      }
    },
  },
  "the input schema of a tool is missing": {
    revision: "2025-11-25",
    fails: "tools-list-valid",
    answer: ofMethod(
      "tools/list",
      ({ tools: [{ inputSchema: _, ...first }, ...tools], ...rest }) => ({
        ...rest,
        tools: [first, ...tools],
      }),
    ),
  },
  "two tools have one name": {
    revision: "2025-11-25",
    fails: "tool-names-unique",
    answer: ofMethod("tools/list", ({ tools, ...rest }) => ({
      ...rest,
      tools: [...tools, tools[0]],
    })),
  },
  "an unknown tool is a success": {
    revision: "2025-11-25",
    fails: "tool-unknown",
    answer: neverRefuses(
      "tools/call",
      { content: [] },
      ({ params }) => params.name === "conformance-unknown",
    ),
  },
  "missing arguments are a protocol error": {
    revision: "2025-11-25",
    fails: "tool-arguments-result",
    says: "with the protocol error -32602, which a model does not get to read",
    answer: (answer, { method, params }) =>
      method === "tools/call" && answer.result?.isError && params.name !== "conformance-unknown"
        ? { jsonrpc: "2.0", id: answer.id, error: { code: -32602, message: "invalid" } }
        : answer,
  },
  "a result has no content": {
    revision: "2025-11-25",
    fails: "tool-result-valid",
    says: ' answers without "content".',
    answer: ofMethod("tools/call", ({ content: _, ...rest }) => rest),
  },
  "a result has content of an unknown type": {
    revision: "2025-11-25",
    fails: "tool-result-valid",
    says: ' answers with "video" as "type".',
    answer: ofMethod("tools/call", (result) => ({
      ...result,
      content: [{ type: "video", text: "" }],
    })),
  },
  "structured content is missing": {
    revision: "2025-11-25",
    fails: "tool-structured-content",
    answer: ofMethod("tools/call", ({ structuredContent: _, ...rest }) => rest),
  },
  "structured content is not as described": {
    revision: "2025-11-25",
    fails: "tool-structured-content",
    says: "list_orders answers against its output schema at orders.",
    answer: ofMethod("tools/call", (result) =>
      "structuredContent" in result ? { ...result, structuredContent: {} } : result,
    ),
  },
  "a resource has no URI": {
    revision: "2025-11-25",
    fails: "resource-read-valid",
    says: 'demo://readme.md answers without "uri" in contents/0.',
    answer: ofMethod("resources/read", (result) => ({
      ...result,
      contents: result.contents.map(({ uri: _, ...rest }: Message) => rest),
    })),
  },
  "an unknown resource is empty": {
    revision: "2025-11-25",
    fails: "resource-unknown",
    answer: neverRefuses("resources/read", { contents: [] }),
  },
  "an unknown prompt has no messages": {
    revision: "2025-11-25",
    fails: "prompt-unknown",
    answer: neverRefuses(
      "prompts/get",
      { messages: [] },
      ({ params }) => params.name === "conformance-unknown",
    ),
  },
  "completion has more than 100 values": {
    revision: "2025-11-25",
    fails: "completion-valid",
    answer: ofMethod("completion/complete", () => ({
      completion: { values: Array.from({ length: 101 }, (_, index) => String(index)) },
    })),
  },
  "any log level is taken": {
    revision: "2025-11-25",
    fails: "logging-level-invalid",
    answer: neverRefuses("logging/setLevel", {}),
  },
  "notifications are answered with 200": {
    revision: "2025-11-25",
    fails: "notification-202",
    async serve(request, next) {
      const response = await next(request);
      return response.status === 202 ? new Response(null, { status: 200 }) : response;
    },
  },
  "any MCP-Protocol-Version is taken": {
    revision: "2025-11-25",
    fails: "version-header",
    serve: (request, next) => next(withoutHeader(request, "mcp-protocol-version")),
  },
  "a session does not end": {
    revision: "2025-11-25",
    fails: "session-ended",
    async serve(request, next) {
      return request.method === "DELETE" ? new Response(null, { status: 200 }) : next(request);
    },
  },
  "any Origin is served": {
    revision: "2025-11-25",
    fails: "origin",
    serve: (request, next) => next(withoutHeader(request, "origin")),
  },
  "an unknown task is answered": {
    revision: "2025-11-25",
    fails: "task-unknown",
    answer: neverRefuses("tasks/cancel", {}),
  },
  "skills are declared by true": {
    revision: "2025-11-25",
    fails: "skills-declared",
    answer: ofMethod("initialize", (result) => ({
      ...result,
      capabilities: {
        ...result.capabilities,
        extensions: { "io.modelcontextprotocol/skills": true },
      },
    })),
  },
  "a skill has no files": {
    revision: "2026-07-28",
    fails: "skills-list-valid",
    says: "skill://order-report/SKILL.md has neither a list of files nor",
    answer: ofMethod("skills/list", (result) => ({
      ...result,
      skills: result.skills.map(({ resources: _, ...rest }: Message) => rest),
    })),
  },
  "skills/get answers with another skill": {
    revision: "2025-11-25",
    fails: "skills-get-valid",
    answer: ofMethod("skills/get", ({ skill }) => ({
      skill: { ...skill, uri: "skill://other/SKILL.md" },
    })),
  },
  "skills/get may be kept for ever": {
    revision: "2026-07-28",
    fails: "skills-get-valid",
    says: "The answer to skills/get lacks ttlMs.",
    answer: ofMethod("skills/get", ({ ttlMs: _, ...rest }) => rest),
  },
  "an unknown skill is answered": {
    revision: "2025-11-25",
    fails: "skills-get-unknown",
    answer: neverRefuses("skills/get", { skill: {} }),
  },
  "SKILL.md is not what was listed": {
    revision: "2025-11-25",
    fails: "skill-file-verified",
    says: "has another digest than the skill’s entry",
    answer: ofMethod("resources/read", (result, { params }) =>
      params.uri === "skill://order-report/SKILL.md"
        ? {
            contents: result.contents.map((content: Message) => ({
              ...content,
              text: content.text.replace("Order report", "Order repast"),
            })),
          }
        : result,
    ),
  },
  "SKILL.md is plain text": {
    revision: "2025-11-25",
    fails: "skill-resource-metadata",
    answer: ofMethod("resources/read", (result) => ({
      contents: result.contents.map((content: Message) => ({ ...content, mimeType: "text/plain" })),
    })),
  },
  "a directory has all files below it": {
    revision: "2025-11-25",
    fails: "skill-directory-read",
    answer: ofMethod("resources/directory/read", (result) => ({
      resources: [{ uri: "skill://order-report/a/b.md", name: "b.md" }, ...result.resources],
    })),
  },
  "batches are refused": {
    revision: "2025-03-26",
    fails: "batch",
    async serve(request, next) {
      const isBatch = request.method === "POST" && (await request.clone().text()).startsWith("[");
      return isBatch ? new Response(null, { status: 400 }) : next(request);
    },
  },
  "progress has another token": {
    revision: "2025-11-25",
    fails: "progress-token",
    says: 'count_slowly reports progress with the token 1, not "conformance-progress".',
    savedCalls: countQuickly,
    async serve(request, next) {
      if (request.method !== "POST") return next(request);
      const body = (await request.clone().text()).replace('"conformance-progress"', "1");
      return next(new Request(request, { body }));
    },
  },
  "a cancelled call is answered with an error": {
    revision: "2025-11-25",
    fails: "cancel-running",
    serve: answersCancelled(),
  },
  "a cancelled call is answered with an error, by a server that takes long for it": {
    revision: "2025-11-25",
    fails: "cancel-running",
    serve: answersCancelled(400),
  },
  "a resumed stream has the answer of another stream": {
    revision: "2025-11-25",
    fails: "stream-resumed",
    says: ", only the answer to conformance-6 was due; the server also sent the answer to conformance-7, and did not send the answer to conformance-6.",
    serve: resumable({ replays: "newest" }),
  },
  "discover does not name the revision": {
    revision: "2026-07-28",
    fails: "discover-valid",
    answer: ofMethod("server/discover", (result) => ({ ...result, supportedVersions: [] })),
  },
  "an unsupported version has another error": {
    revision: "2026-07-28",
    fails: "unsupported-version",
    answer: (answer) =>
      answer.error?.code === -32022
        ? { ...answer, error: { ...answer.error, code: -32600 } }
        : answer,
  },
  "Mcp-Method may be missing": {
    revision: "2026-07-28",
    fails: "method-header-missing",
    async serve(request, next) {
      const { method } =
        request.method === "POST"
          ? await request
              .clone()
              .json()
              .catch(() => ({}))
          : {};
      const isMissing = !request.headers.has("mcp-method") && method !== undefined;
      return next(isMissing ? withoutHeader(request, "mcp-method", method) : request);
    },
  },
  "an unknown method has the status 200": {
    revision: "2026-07-28",
    fails: "unknown-method-status",
    async serve(request, next) {
      const response = await next(request);
      if (response.status !== 404) return response;
      return new Response(response.body, { status: 200, headers: response.headers });
    },
  },
  "clientCapabilities may be missing": {
    revision: "2026-07-28",
    fails: "capabilities-missing",
    answer: neverRefuses(
      "tools/list",
      { ...cached, tools: [] },
      ({ params }) => params._meta["io.modelcontextprotocol/clientCapabilities"] === undefined,
    ),
  },
  "a list has no time to live": {
    revision: "2026-07-28",
    fails: "prompts-list-valid",
    answer: ofMethod("prompts/list", ({ ttlMs: _, ...rest }) => rest),
  },
  "the id of a subscription is missing": {
    revision: "2026-07-28",
    fails: "subscription-acknowledged",
    async serve(request, next) {
      const text = request.method === "POST" ? await request.clone().text() : "";
      const response = await next(request);
      if (!text.includes("subscriptions/listen") || !response.body) return response;
      const cut = new TransformStream<string, string>({
        transform: (chunk, control) => control.enqueue(chunk.replaceAll("subscriptionId", "other")),
      });
      const body = response.body
        .pipeThrough(new TextDecoderStream() as never)
        .pipeThrough(cut)
        .pipeThrough(new TextEncoderStream());
      return new Response(body as never, { headers: response.headers });
    },
  },
};
