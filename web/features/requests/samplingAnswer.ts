/** The parts of a sampling request that a person looks at, and the answer they begin with. */

export interface SamplingMessage {
  readonly role: string;
  /** The JSON text of a block that is no text, or the text itself. */
  readonly text: string;
  readonly isText: boolean;
}

export interface SamplingQuestion {
  readonly messages: readonly SamplingMessage[];
  readonly systemPrompt: string | undefined;
  /** Everything else the server asks for, by its name in the request. */
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

/** What a person starts from when they answer by hand. */
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
 * The error that declines.
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
