/** Extracts the displayed parts of a sampling request and builds the initial answer. */

export interface SamplingMessage {
  readonly role: string;
  /** The text of a text block, or the JSON text of another block. */
  readonly text: string;
  readonly isText: boolean;
}

export interface SamplingQuestion {
  readonly messages: readonly SamplingMessage[];
  readonly systemPrompt: string | undefined;
  /** The remaining members of the request, by name. */
  readonly wishes: readonly (readonly [name: string, text: string])[];
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#creating-messages */
export function readSampling(params: unknown): SamplingQuestion {
  const { messages, systemPrompt, ...rest } = recordOf(params);
  return {
    messages: (Array.isArray(messages) ? messages : []).flatMap(readMessage),
    systemPrompt: typeof systemPrompt === "string" ? systemPrompt : undefined,
    wishes: Object.entries(rest)
      .filter(([name]) => name !== "_meta")
      .map(([name, value]) => [name, JSON.stringify(value)]),
  };
}

/** The initial answer for answering by hand. */
export const answerToBegin = `{
  "role": "assistant",
  "content": {
    "type": "text",
    "text": ""
  },
  "model": "answered-by-hand",
  "stopReason": "endTurn"
}`;

/**
 * The error that declines the request.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling
 */
export const declined = '{"code":-1,"message":"User rejected sampling request"}';

function readMessage(message: unknown): SamplingMessage[] {
  const { role, content } = recordOf(message);
  return (Array.isArray(content) ? content : [content]).map((block) => {
    const { type, text } = recordOf(block);
    const isText = type === "text" && typeof text === "string";
    return {
      role: typeof role === "string" ? role : "no role",
      text: isText ? text : JSON.stringify(block),
      isText,
    };
  });
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
