/** Says which arguments that models send by mistake a server accepts; it cannot fail. */
import { getOwn } from "../../core/json/getOwn.ts";
import {
  isJsonObject,
  type JsonObject,
  membersOf,
  parseJsonObject,
} from "../../core/json/jsonObject.ts";
import type { AllowedCall, Subject } from "../examinedServer.ts";
import { type Reply, startOf } from "../replies.ts";
import { notApplicable, passed, type Scenario } from "../scenario.ts";

interface Mistake {
  /** What is sent in place of what, as the object of “accepts”. */
  readonly words: string;
  readonly args: JsonObject;
}

/** Calls that are tried. */
const maxCalls = 3;

/** Arguments of a call, with the defaults of its schema where it has none. */
function argumentsOf({ tool, argumentsText }: AllowedCall): JsonObject {
  const properties = membersOf(getOwn(getOwn(tool, "inputSchema"), "properties"));
  const defaults = Object.entries(properties).flatMap(([name, property]) => {
    const value = getOwn(property, "default");
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(defaults), ...parseJsonObject(argumentsText) };
}

/** One of each kind, where the arguments allow it. */
function mistakesOf(call: AllowedCall): readonly Mistake[] {
  const args = argumentsOf(call);
  const schema = getOwn(call.tool, "inputSchema");
  const required = getOwn(schema, "required");
  const number = Object.keys(args).find((name) => typeof args[name] === "number");
  const part = Object.keys(args).find(
    (name) => isJsonObject(args[name]) || Array.isArray(args[name]),
  );
  const absent = Object.keys(membersOf(getOwn(schema, "properties"))).find(
    (name) => args[name] === undefined && !(Array.isArray(required) && required.includes(name)),
  );
  return [
    ...(number === undefined
      ? []
      : [
          {
            words: `"${args[number]}" for ${args[number]} in ${startOf(number)}`,
            args: { ...args, [number]: String(args[number]) },
          },
        ]),
    ...(part === undefined
      ? []
      : [
          {
            words: `the text of JSON for an ${Array.isArray(args[part]) ? "array" : "object"} in ${startOf(part)}`,
            args: { ...args, [part]: JSON.stringify(args[part]) },
          },
        ]),
    ...(absent === undefined
      ? []
      : [{ words: `null for no ${startOf(absent)}`, args: { ...args, [absent]: null } }]),
  ];
}

const isAccepted = ({ kind, value }: Reply) =>
  kind === "result" && getOwn(value, "isError") !== true;

async function tryMistakes(subject: Subject, call: AllowedCall) {
  const replies: Reply[] = [];
  const said: string[] = [];
  for (const { words, args } of mistakesOf(call)) {
    const argumentsText = JSON.stringify(args);
    const reply = await subject.call({ ...call, argumentsText });
    // a tool that takes too long says nothing about its arguments
    if (reply.kind === "failed") break;
    replies.push(reply);
    said.push(`${isAccepted(reply) ? "accepts" : "refuses"} ${words}`);
  }
  return { replies, said };
}

export const toleratedRule = "tool-arguments-tolerated";

export const toleranceScenarios: readonly Scenario[] = [
  {
    id: toleratedRule,
    area: "tools",
    title: "What models send by mistake is accepted or refused; both are right",
    level: "should",
    section: "server/tools#calling-tools",
    needs: "tools/call",
    callsTools: true,
    sends:
      "tools/call of read-only tools and saved calls, with numbers and objects as text, and null",
    fix: "Nothing has to be changed; a server that accepts them needs fewer corrections by a model.",
    async run(subject) {
      const replies: Reply[] = [];
      const sentences: string[] = [];
      const calls = subject.calls.filter(({ isOnce }) => !isOnce);
      for (const call of calls.slice(0, maxCalls)) {
        const tried = await tryMistakes(subject, call);
        replies.push(...tried.replies);
        if (tried.said.length > 0) {
          sentences.push(`${startOf(call.name)} ${tried.said.join(", and ")}.`);
        }
      }
      if (sentences.length === 0) {
        return notApplicable("No tool that may be called has such arguments.");
      }
      return { ...passed(...replies), sentence: sentences.join(" ") };
    },
  },
];
