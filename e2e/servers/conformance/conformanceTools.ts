/** Plain tools, resources and prompts that the conformance suite expects of a server. */
import { setTimeout as delay } from "node:timers/promises";
import {
  type ContentBlock,
  fromJsonSchema,
  type McpServer,
  ResourceTemplate,
} from "@modelcontextprotocol/server";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

/** Everything has a description, as the suite requires. */
export const about = { description: "What the suite asks for" };

const words = (text: string) => ({ type: "text" as const, text });
const image = { type: "image" as const, data: png, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text },
});

export const objectOf = <T>(properties: Record<string, object>, required: string[] = []) =>
  fromJsonSchema<T>({ type: "object", properties, required });

/** Tools with constant results, with the names and texts that the suite expects. */
const sayings: Readonly<Record<string, ContentBlock[]>> = {
  test_simple_text: [words("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: wav, mimeType: "audio/wav" }],
  test_embedded_resource: [
    embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ],
  test_multiple_content_types: [
    words("Multiple content types test:"),
    image,
    embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ],
  test_streaming_elicitation: [words("Nothing but a result")],
};

const response = { type: "string", description: "The answer" };
const choices = (...values: string[]) => values.map((value) => ({ const: value, title: value }));

/** Forms that the suite checks, by tool name. */
const forms: Readonly<Record<string, Record<string, object>>> = {
  test_elicitation: { response },
  test_elicitation_sep1034_defaults: {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: { type: "string", oneOf: choices("value1", "value2", "value3") },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: { type: "string", enum: ["option1", "option2", "option3"] },
    },
    titledMulti: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: { anyOf: choices("value1", "value2", "value3") },
    },
  },
};

/** Registers everything. */
export function addConformanceTools(server: McpServer): void {
  for (const [name, content] of Object.entries(sayings)) {
    server.registerTool(name, about, async () => ({ content }));
  }

  for (const [name, properties] of Object.entries(forms)) {
    server.registerTool(
      name,
      { ...about, inputSchema: objectOf<{ message?: string }>({ message: { type: "string" } }) },
      async ({ message = "Please fill in" }, { mcpReq }) => {
        const { action, content } = await mcpReq.send({
          method: "elicitation/create",
          params: { message, requestedSchema: { type: "object", properties } as never },
        });
        const said = `action=${action}, content=${JSON.stringify(content ?? {})}`;
        return { content: [words(`User response: ${said}`)] };
      },
    );
  }

  server.registerTool(
    "test_sampling",
    {
      ...about,
      inputSchema: objectOf<{ prompt: string }>({ prompt: { type: "string" } }, ["prompt"]),
    },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.send({
        method: "sampling/createMessage",
        params: { messages: [{ role: "user", content: words(prompt) }], maxTokens: 100 },
      });
      const text = !Array.isArray(content) && content.type === "text" ? content.text : "";
      return { content: [words(`LLM response: ${text}`)] };
    },
  );

  server.registerTool("test_tool_with_logging", about, async ({ mcpReq }) => {
    for (const data of ["started", "processing", "completed"]) {
      await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
      await delay(50);
    }
    return { content: [words("Logged")] };
  });

  server.registerTool("test_logging_tool", about, async ({ mcpReq }) => {
    await mcpReq.log("info", "only for who asked for a level");
    return { content: [words("Logged")] };
  });

  server.registerTool("test_tool_with_progress", about, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: progressToken ?? 0, progress, total: 100 },
      });
      await delay(50);
    }
    return { content: [words(String(progressToken))] };
  });

  server.registerTool("test_error_handling", about, async () => {
    throw new Error("This tool intentionally returns an error for testing");
  });

  server.registerTool("test_reconnection", about, async ({ http }) => {
    http?.closeSSE?.();
    await delay(100);
    return { content: [words("Reconnected")] };
  });

  server.registerTool(
    "test_x_mcp_header",
    {
      ...about,
      inputSchema: objectOf<{ region?: string }>({
        region: { type: "string", "x-mcp-header": "Region" },
        level: { type: "integer" },
      }),
    },
    async ({ region }) => ({ content: [words(`region=${region}`)] }),
  );

  server.registerTool(
    "json_schema_2020_12_tool",
    {
      ...about,
      inputSchema: fromJsonSchema({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: {
            $anchor: "addressDef",
            type: "object",
            properties: { street: { type: "string" }, city: { type: "string" } },
          },
        },
        properties: {
          name: { type: "string" },
          address: { $ref: "#/$defs/address" },
          contactMethod: { type: "string", enum: ["phone", "email"] },
          phone: { type: "string" },
          email: { type: "string" },
        },
        allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
        if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ["phone"] },
        else: { required: ["email"] },
        additionalProperties: false,
      }),
    },
    async (args) => ({ content: [words(JSON.stringify(args))] }),
  );

  addResources(server);
  addPrompts(server);
}

function addResources(server: McpServer): void {
  const fixed = {
    "static-text": { mimeType: "text/plain", text: "This is a static text resource." },
    "watched-resource": { mimeType: "text/plain", text: "Watched" },
    "static-binary": { mimeType: "image/png", blob: png },
  };
  for (const [name, contents] of Object.entries(fixed)) {
    const { mimeType } = contents;
    server.registerResource(name, `test://${name}`, { mimeType }, async ({ href }) => ({
      contents: [{ uri: href, ...contents }],
    }));
  }
  const mimeType = "application/json";
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType },
    async ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType, text: JSON.stringify({ id, templateTest: true }) }],
    }),
  );
  server.server.setRequestHandler("resources/subscribe", async () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", async () => ({}));
}

function addPrompts(server: McpServer): void {
  const from = (...content: ContentBlock[]) => ({
    messages: content.map((block) => ({ role: "user" as const, content: block })),
  });
  const text = { type: "string" };
  server.registerPrompt("test_simple_prompt", about, async () =>
    from(words("This is a simple prompt for testing.")),
  );
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      ...about,
      argsSchema: objectOf<{ arg1: string; arg2: string }>({ arg1: text, arg2: text }, [
        "arg1",
        "arg2",
      ]),
    },
    async ({ arg1, arg2 }) => from(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    {
      ...about,
      argsSchema: objectOf<{ resourceUri: string }>({ resourceUri: text }, ["resourceUri"]),
    },
    async ({ resourceUri }) =>
      from(embedded(resourceUri, "text/plain", "Embedded"), words("Please process it.")),
  );
  server.registerPrompt("test_prompt_with_image", about, async () =>
    from(image, words("Please analyze it.")),
  );
  server.server.setRequestHandler("completion/complete", async () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  server.server.setRequestHandler("logging/setLevel", async () => ({}));
}
