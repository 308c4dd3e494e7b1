/** Steps that each conformance scenario requires of the client. */
import { readSkillEntry } from "../../shared/skills/skillEntry.ts";
import { bytesOfContents, verifySkillFile } from "../../shared/skills/verifyFile.ts";
import type { Conversation } from "./conversation.ts";

type Steps = (conversation: Conversation) => Promise<unknown>;

/** Only connects. */
const connect: Steps = async () => undefined;

const listTools: Steps = ({ tools }) => tools();

/** Calls every usable tool with arguments that its schema's property types suggest. */
const callEveryTool: Steps = async ({ tools, call }) => {
  for (const { name } of await tools()) await call(name, { region: "eu" });
};

const addNumbers: Steps = async ({ tools, call }) => {
  await tools();
  await call("add_numbers", { a: 5, b: 3 });
};

/** The suite asks over the session's stream, and drops what it asks before that is open. */
const acceptTheDefaults: Steps = async ({ tools, call, listening }) => {
  await tools();
  await listening;
  await call("test_client_elicitation_defaults");
};

/** The suite takes every GET request after the call for the one that resumes the call's stream. */
const reconnectDuringCall: Steps = async ({ tools, call, listening }) => {
  await tools();
  await listening;
  await call("test_reconnection");
};

/** Sends every method with method-specific headers. */
const sendEveryMethod: Steps = async (server) => {
  await callEveryTool(server);
  const resources = (await server.list("resources/list", "resources")) as { uri: string }[];
  for (const { uri } of resources) await server.ask("resources/read", { uri });
  const prompts = (await server.list("prompts/list", "prompts")) as { name: string }[];
  for (const { name } of prompts) await server.ask("prompts/get", { name });
};

const mirrorArguments: Steps = async ({ tools, call, context }) => {
  await tools();
  const { toolCalls } = context as { toolCalls: { name: string; arguments: unknown }[] };
  for (const { name, arguments: args } of toolCalls) await call(name, args);
};

/** Sends another call while the first one waits for input. */
const answerInRounds: Steps = async (server) => {
  await server.tools();
  server.beforeAnswering = () => server.call("test_mrtr_unrelated");
  await server.call("test_mrtr_echo_state");
  await server.call("test_mrtr_no_state");
  await server.call("test_mrtr_no_result_type");
};

const echoSchema: Steps = async ({ tools, call }) => {
  const focal = (await tools()).find(({ name }) => name === "json_schema_2020_12_tool");
  await call("json_schema_echo", { schema: focal?.inputSchema });
};

const listSkills: Steps = ({ list }) => list("skills/list", "skills");

/** Loads a skill and checks its first file, which in these scenarios does not match the list. */
const loadSkill: Steps = async (server) => {
  const [listed] = await server.list("skills/list", "skills");
  const skill = readSkillEntry(listed);
  if (!skill) throw new Error("The server lists no skill.");
  const bytes = bytesOfContents(await server.ask("resources/read", { uri: skill.uri }));
  const found = bytes && (await verifySkillFile(skill, skill.uri, bytes, ""));
  if (!found?.findings.some(({ severity }) => severity === "violation")) {
    throw new Error("Nothing was found wrong with the skill.");
  }
};

/** Calls twice, because the authorization server changes between the calls. */
const callTwice: Steps = async ({ tools, call }) => {
  await tools();
  await call("test-tool");
  await call("test-tool");
};

/** Steps by the scenario's name. */
const scenarios: Readonly<Record<string, Steps>> = {
  initialize: connect,
  tools_call: addNumbers,
  "elicitation-sep1034-client-defaults": acceptTheDefaults,
  "sse-retry": reconnectDuringCall,
  "request-metadata": listTools,
  "http-standard-headers": sendEveryMethod,
  "http-custom-headers": mirrorArguments,
  "http-invalid-tool-headers": callEveryTool,
  "sep-2322-client-request-state": answerInRounds,
  "json-schema-ref-no-deref": listTools,
  "json-schema-2020-12-preservation": echoSchema,
  "sep-2640-client-no-prefetch": listSkills,
  "sep-2640-client-verify-digest": loadSkill,
  "sep-2640-client-verify-size": loadSkill,
  "sep-2640-client-verify-frontmatter": loadSkill,
  "auth/authorization-server-migration": callTwice,
};

/** The steps of a scenario; authorization scenarios call every tool. */
export function stepsOf(scenario: string): Steps | undefined {
  return scenarios[scenario] ?? (scenario.startsWith("auth/") ? callEveryTool : undefined);
}
