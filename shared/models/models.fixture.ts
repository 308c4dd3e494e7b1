/** Requests, settings and recording for tests of models. */
import type { ModelServer } from "../../e2e/servers/models.ts";
import { systemClock } from "../core/clock.ts";
import { createModel } from "./createModel.ts";
import type { Model, ModelSettings } from "./model.ts";

export type HttpProvider = Exclude<ModelSettings["provider"], "browser">;
export const httpProviders: readonly HttpProvider[] = ["openai", "anthropic", "google"];

/** A key with characters that URLs and JSON escape. */
export const testKey = 'sk-test/+%"\\-0123456789';

/** A model of the test server. */
export function modelAt(
  server: ModelServer,
  provider: HttpProvider,
  more: Partial<Parameters<typeof createModel>[0]> = {},
): Model {
  const baseUrl = server.baseUrls[provider];
  const own = { provider, baseUrl, model: "model-1", key: testKey };
  return createModel({ ...own, fetch, clock: systemClock, ...more });
}

/** A request with every member and every kind of content of 2025-11-25. */
export const fullRequest = {
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "Look and listen", annotations: { audience: ["user"] } },
        { type: "image", data: "aW1hZ2U=", mimeType: "image/png" },
        { type: "audio", data: "YXVkaW8=", mimeType: "audio/wav" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I ask the tools" },
        { type: "tool_use", id: "use-1", name: "weather", input: { city: "Bern", days: 2 } },
        { type: "tool_use", id: "use.2", name: "maps/find", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          toolUseId: "use-1",
          content: [
            { type: "text", text: "Sunny" },
            { type: "image", data: "bWFw", mimeType: "image/png" },
          ],
          structuredContent: { sun: 9 },
        },
        {
          type: "tool_result",
          toolUseId: "use.2",
          content: [{ type: "text", text: "No such place" }],
          isError: true,
        },
      ],
    },
    { role: "assistant", content: { type: "text", text: "One moment" } },
    { role: "user", content: { type: "text", text: "Well?" } },
  ],
  modelPreferences: { hints: [{ name: "model" }], speedPriority: 1 },
  systemPrompt: "Be brief",
  includeContext: "thisServer",
  temperature: 0.5,
  maxTokens: 300,
  stopSequences: ["END", "STOP"],
  metadata: { user_id: "user-7", trace: "t1" },
  tools: [
    {
      name: "weather",
      title: "Weather",
      description: "Tells the weather",
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { city: { type: "string" }, days: { type: "integer", minimum: 1 } },
        required: ["city"],
        additionalProperties: false,
        "x-own": { $ref: "#/$defs/a" },
      },
    },
    { name: "maps/find", inputSchema: { type: "object" } },
  ],
  toolChoice: { mode: "required" },
} as const;

/** A minimal request. */
export const question = {
  messages: [{ role: "user", content: { type: "text", text: "Hi" } }],
  maxTokens: 50,
} as const;
