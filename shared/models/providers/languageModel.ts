/** Prompts the browser's own language model. */
import { fromBase64 } from "../../core/base64.ts";
import type { PromptMessage, PromptPart } from "../request/toLanguageModel.ts";
import type { LanguageModelSession, PromptInput, PromptValue } from "./languageModelTypes.ts";
import { type Provider, ProviderError } from "./provider.ts";

/** The browser has no usable model. */
export class NotAvailableError extends Error {}

/**
 * Prompts the model. One that is not downloaded yet is not used: it has gigabytes, and only the
 * user decides about that.
 * @throws {NotAvailableError} with the availability as message
 */
export const runLanguageModel: Provider = async ({ body, languageModel, signal, builder }) => {
  const { messages } = body as unknown as { readonly messages: readonly PromptMessage[] };
  const types = new Set(messages.flatMap(({ content }) => content.map(({ type }) => type)));
  const expectedInputs = [...types].map((type) => ({ type }));
  const availability = (await languageModel?.availability({ expectedInputs })) ?? "missing";
  if (!languageModel || availability !== "available") throw new NotAvailableError(availability);
  const prompts = messages.map(toMessage);
  let session: LanguageModelSession | undefined;
  try {
    const initialPrompts = prompts.slice(0, -1);
    session = await languageModel.create({ expectedInputs, initialPrompts, signal });
    const reader = session.promptStreaming(prompts.slice(-1), { signal }).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      builder.text("text", piece.value);
    }
    builder.isComplete = true;
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: "", message: "" };
    // the specification's error for output that a filter withholds
    if (name === "NotReadableError") return builder.refuse(message, name);
    throw new ProviderError(`${name}: ${message}`);
  } finally {
    session?.destroy();
  }
};

function toMessage({ role, content }: PromptMessage): PromptInput {
  return { role, content: content.map((part) => ({ type: part.type, value: toValue(part) })) };
}

function toValue(part: PromptPart): PromptValue {
  if (part.type === "text") return part.value;
  const bytes = fromBase64(part.value);
  if (!bytes) throw new ProviderError(`The ${part.type} is not base64`);
  return part.type === "image" ? new Blob([bytes], { type: part.mimeType }) : bytes.buffer;
}
