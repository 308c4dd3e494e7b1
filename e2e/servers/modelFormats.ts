/** The wire formats of model providers, according to their documentation. */

export type ModelFormat = "openai" | "anthropic" | "google";

export interface ScriptedAnswer {
  /** The text in the pieces in which it is streamed; empty for none. */
  readonly text: readonly string[];
  readonly reasoning?: string;
  readonly toolCalls?: readonly { id: string; name: string; arguments: string }[];
  /** Blocks in the provider's own form, at the end. */
  readonly blocks?: readonly object[];
  /** The provider's own word. */
  readonly finish?: string;
  /** What Google says about it. */
  readonly finishMessage?: string;
  readonly stopSequence?: string;
  readonly refusal?: string;
  readonly model: string;
  /** `cached` tokens are part of the input, `reasoning` is part of the output. */
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cached?: number;
    readonly reasoning?: number;
  };
}

export interface WireFormat {
  readonly path: RegExp;
  readonly modelsPath: RegExp;
  /** The list of models. */
  readonly models: object;
  modelOf(path: string, body: Readonly<Record<string, unknown>>): string;
  isStreaming(path: string, body: Readonly<Record<string, unknown>>): boolean;
  whole(answer: ScriptedAnswer): object;
  /** Server-sent events. */
  stream(answer: ScriptedAnswer): string[];
}

const usageOf = ({ usage }: ScriptedAnswer): NonNullable<ScriptedAnswer["usage"]> =>
  usage ?? { input: 11, output: 7 };
const event = (data: unknown, name?: string) =>
  `${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
/** A text in two pieces. */
const halves = (text: string) => {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

/** @see https://platform.openai.com/docs/api-reference/chat */
const openai: WireFormat = {
  path: /^\/openai\/v1\/chat\/completions$/,
  modelsPath: /^\/openai\/v1\/models$/,
  models: { object: "list", data: [{ id: "model-1" }, { id: "model-2" }] },
  modelOf: (_path, body) => String(body.model),
  isStreaming: (_path, body) => body.stream === true,
  whole: (answer) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: answer.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: answer.text.length > 0 ? answer.text.join("") : null,
          refusal: answer.refusal ?? null,
          annotations: [],
          ...(answer.reasoning && { reasoning_content: answer.reasoning }),
          ...(answer.toolCalls && { tool_calls: answer.toolCalls.map(openAiCall) }),
          ...(answer.blocks && { content: answer.blocks }),
        },
        finish_reason: openAiFinish(answer),
        ...(answer.stopSequence !== undefined && { stop_reason: answer.stopSequence }),
      },
    ],
    usage: openAiUsage(answer),
  }),
  stream(answer) {
    const chunk = (delta: object, more: object = {}) =>
      event({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model: answer.model,
        choices: [{ index: 0, delta, finish_reason: null, ...more }],
        usage: null,
      });
    const stop = answer.stopSequence === undefined ? {} : { stop_reason: answer.stopSequence };
    return [
      chunk({ role: "assistant", content: "", refusal: null }),
      ...(answer.reasoning ? [chunk({ reasoning_content: answer.reasoning })] : []),
      ...answer.text.map((content) => chunk({ content })),
      ...(answer.blocks ? [chunk({ content: answer.blocks })] : []),
      ...(answer.refusal ? [chunk({ refusal: answer.refusal })] : []),
      ...(answer.toolCalls ?? []).flatMap((call, index) => {
        const { id, type, function: named } = openAiCall(call);
        const first = { index, id, type, function: { name: named.name, arguments: "" } };
        const pieces = halves(call.arguments).map((json) => ({
          index,
          function: { arguments: json },
        }));
        return [first, ...pieces].map((part) => chunk({ tool_calls: [part] }));
      }),
      chunk({}, { finish_reason: openAiFinish(answer), ...stop }),
      event({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model: answer.model,
        choices: [],
        usage: openAiUsage(answer),
      }),
      "data: [DONE]\n\n",
    ];
  },
};

const openAiCall = ({
  id,
  name,
  arguments: json,
}: {
  id: string;
  name: string;
  arguments: string;
}) => ({ id, type: "function", function: { name, arguments: json } }) as const;
const openAiFinish = ({ finish, toolCalls }: ScriptedAnswer) =>
  finish ?? (toolCalls ? "tool_calls" : "stop");
function openAiUsage(answer: ScriptedAnswer) {
  const { input, output, cached, reasoning } = usageOf(answer);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

/** @see https://platform.claude.com/docs/en/api/messages */
const anthropic: WireFormat = {
  path: /^\/anthropic\/v1\/messages$/,
  modelsPath: /^\/anthropic\/v1\/models\?limit=1000$/,
  models: { data: [{ id: "model-1" }, { id: "model-2" }], has_more: false },
  modelOf: (_path, body) => String(body.model),
  isStreaming: (_path, body) => body.stream === true,
  whole: (answer) => ({
    ...anthropicHead(answer),
    content: anthropicBlocks(answer).map(({ whole }) => whole),
    ...anthropicStop(answer),
    usage: { ...anthropicInput(answer), output_tokens: usageOf(answer).output },
  }),
  stream(answer) {
    const { output } = usageOf(answer);
    const named = (data: { readonly type: string }) => event(data, data.type);
    const head = { ...anthropicHead(answer), content: [], stop_reason: null, stop_sequence: null };
    const usage = { ...anthropicInput(answer), output_tokens: 1 };
    return [
      named({ type: "message_start", message: { ...head, usage } } as { type: string }),
      named({ type: "ping" }),
      ...anthropicBlocks(answer).flatMap(({ start, deltas }, index) => [
        named({ type: "content_block_start", index, content_block: start } as { type: string }),
        ...deltas.map((delta) =>
          named({ type: "content_block_delta", index, delta } as { type: string }),
        ),
        named({ type: "content_block_stop", index } as { type: string }),
      ]),
      named({
        type: "message_delta",
        delta: anthropicStop(answer),
        usage: { output_tokens: output },
      } as { type: string }),
      named({ type: "message_stop" }),
    ];
  },
};

/** Cached tokens are counted apart. */
function anthropicInput(answer: ScriptedAnswer) {
  const { input, cached } = usageOf(answer);
  if (cached === undefined) return { input_tokens: input };
  return { input_tokens: input - cached, cache_read_input_tokens: cached };
}

const anthropicHead = ({ model }: ScriptedAnswer) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model,
});
const anthropicStop = ({ finish, toolCalls, stopSequence, refusal }: ScriptedAnswer) => ({
  stop_reason: finish ?? (toolCalls ? "tool_use" : stopSequence ? "stop_sequence" : "end_turn"),
  stop_sequence: stopSequence ?? null,
  stop_details: refusal ? { type: "refusal", category: null, explanation: refusal } : null,
});

/** Each block whole, and as its start with its deltas. */
function anthropicBlocks({ text, reasoning, toolCalls = [], blocks = [] }: ScriptedAnswer) {
  const thinking = { type: "thinking", thinking: reasoning, signature: "c2ln" };
  return [
    ...(reasoning
      ? [
          {
            whole: thinking,
            start: { type: "thinking", thinking: "", signature: "" },
            deltas: [
              { type: "thinking_delta", thinking: reasoning },
              { type: "signature_delta", signature: "c2ln" },
            ],
          },
        ]
      : []),
    ...(text.length > 0
      ? [
          {
            whole: { type: "text", text: text.join(""), citations: null },
            start: { type: "text", text: "", citations: null },
            deltas: text.map((piece) => ({ type: "text_delta", text: piece })),
          },
        ]
      : []),
    ...toolCalls.map(({ id, name, arguments: json }) => ({
      whole: { type: "tool_use", id, name, input: JSON.parse(json) },
      start: { type: "tool_use", id, name, input: {} },
      deltas: halves(json).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
    })),
    ...blocks.map((block) => ({ whole: block, start: block, deltas: [] })),
  ];
}

/** @see https://ai.google.dev/api/generate-content */
const google: WireFormat = {
  path: /^\/google\/v1beta\/models\/[^/?]+:(generateContent|streamGenerateContent\?alt=sse)$/,
  modelsPath: /^\/google\/v1beta\/models\?pageSize=1000$/,
  models: {
    models: [
      { name: "models/model-1", supportedGenerationMethods: ["generateContent"] },
      { name: "models/embed-1", supportedGenerationMethods: ["embedContent"] },
      { name: "models/model-2", supportedGenerationMethods: ["generateContent", "countTokens"] },
    ],
  },
  modelOf: (path) => /models\/([^:]+):/.exec(path)?.[1] ?? "",
  isStreaming: (path) => path.includes(":streamGenerateContent"),
  whole: (answer) => googleResponse(answer, googleParts(answer), true),
  stream: (answer) => [
    ...googleParts(answer).map((part) => event(googleResponse(answer, [part], false))),
    event(googleResponse(answer, [], true)),
  ],
};

function googleParts({ text, reasoning, toolCalls = [], blocks = [] }: ScriptedAnswer): object[] {
  return [
    ...(reasoning ? [{ text: reasoning, thought: true }] : []),
    ...text.map((piece) => ({ text: piece })),
    ...toolCalls.map(({ id, name, arguments: json }) => ({
      functionCall: { ...(id && { id }), name, args: JSON.parse(json) },
      thoughtSignature: "c2lnbmF0dXJl",
    })),
    ...blocks,
  ];
}

function googleResponse(answer: ScriptedAnswer, parts: readonly object[], isLast: boolean) {
  const { input, output, cached, reasoning = 0 } = usageOf(answer);
  const usageMetadata = {
    promptTokenCount: input,
    ...(cached !== undefined && { cachedContentTokenCount: cached }),
    ...(isLast && {
      candidatesTokenCount: output - reasoning,
      totalTokenCount: input + output,
      ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    }),
  };
  const content = parts.length > 0 ? { content: { role: "model", parts } } : {};
  const { finish: finishReason = "STOP", finishMessage } = answer;
  const finish = isLast ? { finishReason, finishMessage } : {};
  return {
    candidates: [{ index: 0, ...content, ...finish }],
    ...(answer.refusal && { promptFeedback: { blockReason: answer.refusal } }),
    modelVersion: answer.model,
    usageMetadata,
  };
}

export const modelFormats: Readonly<Record<ModelFormat, WireFormat>> = {
  openai,
  anthropic,
  google,
};
