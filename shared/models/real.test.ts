/** Tests real providers, if the environment has a key or a base URL. */
import { describe, expect, test } from "vitest";
import { systemClock } from "../core/clock.ts";
import { checkDefinition } from "../protocol/check/checkMessage.ts";
import { createModel } from "./createModel.ts";
import type { ModelSettings } from "./model.ts";

const revision = "2025-11-25";
const { env } = process;

/** The first model of a provider's list, preferably a small one; all three list them alike. */
async function firstModel(url: string, headers: Record<string, string>): Promise<string> {
  const list = (await (await fetch(url, { headers })).json()) as { data: { id: string }[] };
  const ids = list.data.map(({ id }) => id);
  const chosen = ids.find((id) => /^(gpt-[\d.]+-mini|claude-haiku.*)$/.test(id)) ?? ids[0];
  if (chosen === undefined) throw new Error(`${url} lists no models`);
  return chosen;
}

async function openai(): Promise<ModelSettings> {
  const baseUrl = env.OPENAI_BASE_URL ?? "https://api.openai.com/v1";
  const key = env.OPENAI_API_KEY;
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const model = env.OPENAI_MODEL ?? (await firstModel(`${baseUrl}/models`, headers));
  return { provider: "openai", baseUrl, model, ...(key && { key }) };
}

async function anthropic(): Promise<ModelSettings> {
  const baseUrl = env.ANTHROPIC_BASE_URL ?? "https://api.anthropic.com";
  const key = env.ANTHROPIC_API_KEY ?? "";
  const headers = { "x-api-key": key, "anthropic-version": "2023-06-01" };
  const model = env.ANTHROPIC_MODEL ?? (await firstModel(`${baseUrl}/v1/models`, headers));
  return { provider: "anthropic", baseUrl, model, key };
}

/** Each provider, and the environment variables it needs. */
const providers = [
  [openai, Boolean(env.OPENAI_API_KEY || env.OPENAI_BASE_URL), "OPENAI_API_KEY or OPENAI_BASE_URL"],
  [anthropic, Boolean(env.ANTHROPIC_API_KEY), "ANTHROPIC_API_KEY"],
] as const;

for (const [read, isSet, names] of providers) {
  describe(`a real provider of ${names}`, () => {
    test.for([false, true])("answers; streaming %s", async (isStreaming, { skip }) => {
      skip(!isSet, `${names} is not set`);
      const model = createModel({ ...(await read()), fetch, clock: systemClock });
      let streamed = "";
      const add = ({ text }: { readonly text: string }) => {
        streamed += text;
      };
      const onDelta = isStreaming ? { onDelta: add } : {};
      const params = {
        messages: [{ role: "user", content: { type: "text", text: "Say the word apple." } }],
        systemPrompt: "Answer with one word.",
        maxTokens: 2_000,
      };
      const outcome = await model.generate(params, { revision, ...onDelta });
      if (outcome.kind === "failed") throw new Error(JSON.stringify(outcome.failure));
      expect(checkDefinition(revision, "CreateMessageResult", outcome.reply)).toEqual([]);
      expect(JSON.stringify(outcome.reply)).toMatch(/apple/i);
      expect(outcome.usage.outputTokens).toBeGreaterThan(0);
      if (isStreaming) expect(streamed).toMatch(/apple/i);
    });
  });
}
