/** The tools `call` and `read`. */
import { declineInput } from "../../../../shared/client/input/declineInput.ts";
import type { AnswerInput } from "../../../../shared/client/input/serverInput.ts";
import type { RequestOutcome } from "../../../../shared/client/session/outcome.ts";
import { type PlainCall, startCall } from "../../../../shared/collections/runCalls.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { withoutBytes } from "../agentAnswer.ts";
import type { AgentConnection } from "../agentConnections.ts";
import { type AgentContext, clientOfConnection, failedAnswer, itemNamed } from "../agentContext.ts";
import {
  type AgentCall,
  type AgentTool,
  callsServer,
  connection,
  fromServer,
  jsonMember,
  listMember,
  numberMember,
  objectMember,
  readsServer,
  ToolProblem,
  textArgument,
  textMember,
} from "../agentTool.ts";

const answered = {
  connection,
  entry: numberMember("The number of the request: traffic shows it, and the entries after it"),
  outcome: textMember("result, tool-error (isError), error (JSON-RPC), failed or cancelled"),
  ms: numberMember("Milliseconds until the answer"),
  code: jsonMember("The code of the error or failure"),
  fromServer,
  asked: listMember("What the server asked meanwhile, and whether it was answered from answers"),
  newFindings: numberMember("Findings in the messages of this call: findings lists them"),
};

export function callingTool(context: AgentContext): AgentTool {
  return {
    name: "call",
    title: "Call a tool",
    description:
      "Calls a tool of a server. A tool that does not say that it only reads needs the consent of the person. What the server asks during the call (elicitation, sampling) is declined unless answers has results for it.",
    input: {
      connection,
      tool: textMember("The name of the tool"),
      arguments: objectMember("Its arguments"),
      answers: listMember("The results for what the server asks during the call, in order"),
    },
    required: ["tool"],
    output: answered,
    annotations: callsServer,
    async run(call) {
      const own = context.connections.get(textArgument(call, "connection"));
      const client = clientOfConnection(own);
      const name = textArgument(call, "tool") ?? "";
      const { items } = client.offers("tools/list")
        ? await client.list("tools/list", "tools", { signal: call.signal })
        : { items: [] };
      const definition = itemNamed(items, name);
      const argumentsText = JSON.stringify(call.args.arguments ?? {});
      await context.consent.toCall(call, { server: own, name, definition, argumentsText });
      return send(context, call, own, { kind: "tool", item: name, argumentsText }, definition);
    },
  };
}

export function readingTool(context: AgentContext): AgentTool {
  return {
    name: "read",
    title: "Read a resource or a prompt",
    description: "Reads a resource by its URI, or gets a prompt by its name with arguments.",
    input: {
      connection,
      uri: textMember("The URI of a resource"),
      prompt: textMember("The name of a prompt"),
      arguments: objectMember("The arguments of the prompt, which are texts"),
    },
    output: answered,
    annotations: readsServer,
    async run(call) {
      const own = context.connections.get(textArgument(call, "connection"));
      const [uri, prompt] = [textArgument(call, "uri"), textArgument(call, "prompt")];
      if ((uri === undefined) === (prompt === undefined)) {
        throw new ToolProblem("Give either uri or prompt.");
      }
      const args = call.args.arguments;
      const plain: PlainCall =
        prompt === undefined
          ? { kind: "resource", item: uri ?? "", argumentsText: undefined }
          : {
              kind: "prompt",
              item: prompt,
              argumentsText: args === undefined ? undefined : JSON.stringify(args),
            };
      return send(context, call, own, plain, undefined);
    },
  };
}

/** Sends a request, and answers for the person what the server asks meanwhile. */
async function send(
  { findings }: AgentContext,
  { args, signal, progress }: AgentCall,
  own: AgentConnection,
  plain: PlainCall,
  definition: unknown,
): Promise<JsonObject> {
  const client = clientOfConnection(own);
  const { last } = await findings.since(0, []);
  const operation = startCall(client, plain, definition, {
    initiator: { kind: "model" },
    signal,
    onProgress: () => progress("The server reports progress"),
  });
  const { seq } = operation.entry;
  const answers = Array.isArray(args.answers) ? [...args.answers] : [];
  const asked: JsonObject[] = [];
  own.answerers.set(seq, answerFrom(answers, asked));
  let outcome: RequestOutcome;
  try {
    outcome = await operation.done;
  } finally {
    own.answerers.delete(seq);
  }
  const { found } = await findings.since(last, [own]);
  const ms = operation.took(outcome);
  return {
    connection: own.id,
    entry: seq,
    ...(ms !== undefined && { ms: Math.round(ms) }),
    ...answerOf(outcome),
    ...(asked.length > 0 && { asked }),
    newFindings: found.length,
  };
}

/** Requests of the server that an answer names. */
const maxAsked = 20;

/** Takes the answers in order; without one, declines. */
function answerFrom(answers: unknown[], asked: JsonObject[]): AnswerInput {
  return (input) => {
    const isQuestion =
      input.method === "elicitation/create" || input.method === "sampling/createMessage";
    const hasAnswer = isQuestion && answers.length > 0;
    if (asked.length < maxAsked) {
      asked.push({ entry: input.seq, answered: hasAnswer, fromServer: { method: input.method } });
    }
    if (!hasAnswer) return declineInput(input);
    return Promise.resolve({ kind: "result", text: JSON.stringify(answers.shift()) });
  };
}

function answerOf(outcome: RequestOutcome): JsonObject {
  switch (outcome.kind) {
    case "result": {
      const isError = getOwn(outcome.value, "isError") === true;
      const kind = isError ? "tool-error" : "result";
      return { outcome: kind, fromServer: withoutBytes(outcome.value) };
    }
    case "error": {
      const { code, message, data } = outcome.error;
      return {
        outcome: "error",
        code: Number.isNaN(code) ? null : code,
        fromServer: { message, data },
      };
    }
    case "failed":
      return {
        outcome: "failed",
        ...failedAnswer(outcome.failure),
        next: "findings shows what the server wrote; restart starts it again.",
      };
    case "cancelled":
      return { outcome: "cancelled" };
  }
}
