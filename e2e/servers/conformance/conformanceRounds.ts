/** Tools and the prompt with which the conformance suite tests input requests in rounds (2026-07-28). */
import { randomBytes, randomUUID } from "node:crypto";
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { about } from "./conformanceTools.ts";

/** The request state that the client returns: the round, and the answers so far. */
interface Kept {
  readonly round?: number;
  readonly name?: string;
  /** Makes every state unique. */
  readonly nonce: string;
}

export const requestState = createRequestStateCodec<Kept>({ key: randomBytes(32) });

const words = (text: string) => ({ content: [{ type: "text" as const, text }] });
const ask = (field: string, type = "string") =>
  inputRequired.elicit({
    message: `Your ${field}?`,
    requestedSchema: {
      type: "object",
      properties: { [field]: { type: type as "string" } },
      required: [field],
    },
  });
const greet = () =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: "Greet" } }],
    maxTokens: 50,
  });
const state = (kept: Omit<Kept, "nonce">) => requestState.mint({ ...kept, nonce: randomUUID() });

type Asked = ServerContext["mcpReq"];
type Answer = Record<string, unknown> | undefined;

const answer = ({ inputResponses }: Asked, key: string) => inputResponses?.[key] as Answer;
const textOf = (sampled: Answer) => (sampled?.content as { text?: string } | undefined)?.text;

/** Registers the tools and the prompt. */
export function addConformanceRounds(server: McpServer): void {
  const prefix = "test_input_required_result_";

  server.registerTool("test_missing_capability", about, async ({ mcpReq }) =>
    answer(mcpReq, "greeting")
      ? words("Sampled")
      : inputRequired({ inputRequests: { greeting: greet() } }),
  );

  server.registerTool(`${prefix}elicitation`, about, async ({ mcpReq }) => {
    const name = acceptedContent<{ name: string }>(mcpReq.inputResponses, "user_name")?.name;
    if (typeof name === "string") return words(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: ask("name") } });
  });

  server.registerTool(`${prefix}sampling`, about, async ({ mcpReq }) => {
    const sampled = answer(mcpReq, "capital_question");
    if (sampled) return words(`Sampling response: ${textOf(sampled)}`);
    return inputRequired({ inputRequests: { capital_question: greet() } });
  });

  server.registerTool(`${prefix}list_roots`, about, async ({ mcpReq }) => {
    const listed = answer(mcpReq, "client_roots");
    if (listed) return words(`Roots: ${JSON.stringify(listed.roots)}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });

  for (const name of ["request_state", "tampered_state"]) {
    server.registerTool(prefix + name, about, async ({ mcpReq }) => {
      const isConfirmed = acceptedContent(mcpReq.inputResponses, "confirm") !== undefined;
      if (isConfirmed && mcpReq.requestState() !== undefined) return words("state-ok");
      return inputRequired({
        inputRequests: { confirm: ask("ok", "boolean") },
        requestState: await state({}),
      });
    });
  }

  server.registerTool(`${prefix}multiple_inputs`, about, async ({ mcpReq }) => {
    const name = acceptedContent<{ name: string }>(mcpReq.inputResponses, "user_name")?.name;
    const greeting = textOf(answer(mcpReq, "greeting"));
    const roots = answer(mcpReq, "client_roots");
    if (name && greeting && roots) return words(`${greeting} ${name}`);
    return inputRequired({
      inputRequests: {
        user_name: ask("name"),
        greeting: greet(),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await state({}),
    });
  });

  server.registerTool(`${prefix}multi_round`, about, async ({ mcpReq }) => {
    const { round = 0, name: known } = mcpReq.requestState<Kept>() ?? {};
    const { name, color } = {
      ...acceptedContent<Record<string, string>>(mcpReq.inputResponses, `step${round}`),
    };
    if (round === 2) return words(`${known} likes ${color}`);
    const told = name === undefined ? {} : { name };
    return inputRequired({
      inputRequests: { [`step${round + 1}`]: ask(round === 0 ? "name" : "color") },
      requestState: await state({ round: round + 1, ...told }),
    });
  });

  server.registerTool(`${prefix}capabilities`, about, async ({ mcpReq }) => {
    const envelope = mcpReq.envelope as Record<string, ClientCapabilities> | undefined;
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests: InputRequests = {
      ...(declared?.elicitation && { user_name: ask("name") }),
      ...(declared?.sampling && { greeting: greet() }),
      ...(declared?.roots && { client_roots: inputRequired.listRoots() }),
    };
    const isDone = mcpReq.inputResponses || Object.keys(inputRequests).length === 0;
    return isDone ? words("Done") : inputRequired({ inputRequests });
  });

  server.registerPrompt(`${prefix}prompt`, about, async (context) => {
    const { mcpReq } = context as unknown as ServerContext;
    const given = acceptedContent<{ context: string }>(mcpReq.inputResponses, "user_context");
    if (!given) return inputRequired({ inputRequests: { user_context: ask("context") } });
    return { messages: [{ role: "user", content: { type: "text", text: given.context } }] };
  });
}
