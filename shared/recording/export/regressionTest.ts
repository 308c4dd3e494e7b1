/** Exports the calls of a recording as a collection of saved calls, which asserts the recorded answers. */
import {
  type Assertion,
  type CallKind,
  type Collection,
  collectionLimits,
  type SavedCall,
} from "../../collections/collection.ts";
import { writeCollection } from "../../collections/writeCollection.ts";
import { formatTarget } from "../../config/target.ts";
import { textAt } from "../../core/json/textAt.ts";
import { maskCharacters } from "../../log/mask.ts";
import type { Recording } from "../recording.ts";
import { type ExportChoice, exportedCalls, type RecordedCall } from "./exchanges.ts";

/** The methods that are saved, and the member of an answer that has to be the same again. */
const saved: Readonly<Record<string, { kind: CallKind; subject: string; answer: string }>> = {
  "tools/call": { kind: "tool", subject: "name", answer: "content" },
  "resources/read": { kind: "resource", subject: "uri", answer: "contents" },
  "prompts/get": { kind: "prompt", subject: "name", answer: "messages" },
};

/** Characters of an answer up to which it has to be the same. */
const maxAnswerLength = 20_000;

/**
 * Equal calls are saved once. Their answer has to be the same again if all of them had the same one;
 * masked values become variables, which are secrets.
 */
export function exportCollection(recording: Recording, choice: ExportChoice = {}): string {
  const secrets: string[] = [];
  const withSchema = toolsWithOutputSchema(recording);
  const groups = new Map<string, { call: Omit<SavedCall, "assertions">; all: RecordedCall[] }>();
  for (const each of exportedCalls(recording, choice)) {
    const call = savedCall(each, secrets);
    if (!call) continue;
    const key = JSON.stringify([call.kind, call.item, call.argumentsText]);
    const group = groups.get(key);
    if (group) group.all.push(each);
    else if (groups.size < collectionLimits.calls) groups.set(key, { call, all: [each] });
  }
  const calls = [...groups.values()].map(({ call, all }) => ({
    ...call,
    assertions: assertionsOf(call, all, withSchema),
  }));
  const [info] = (recording.connections ?? []).map(({ serverInfo }) => serverInfo?.name);
  const collection: Collection = {
    name: typeof info === "string" && info !== "" ? info : formatTarget(recording.server),
    variables: {},
    environments: secrets.length > 0 ? [{ name: "recorded", variables: {}, secrets }] : [],
    calls,
  };
  return writeCollection(collection);
}

/** @returns undefined for other requests, and for calls without a complete answer */
function savedCall(
  { method, requestText, answerText }: RecordedCall,
  secrets: string[],
): Omit<SavedCall, "assertions"> | undefined {
  const rule = Object.hasOwn(saved, method) ? saved[method] : undefined;
  if (!rule || answerText === undefined) return undefined;
  const subject = textAt(requestText, ["params", rule.subject]);
  const item: unknown = subject === undefined ? undefined : JSON.parse(subject);
  const written = textAt(requestText, ["params", "arguments"]);
  const isComplete =
    (textAt(answerText, ["result", "resultType"]) ?? '"complete"') === '"complete"' &&
    textAt(answerText, ["result", "task"]) === undefined;
  // braces would be read as a variable
  const isPlain = typeof item === "string" && !`${item}${written ?? ""}`.includes("{{");
  if (!isComplete || !isPlain || item.includes(maskCharacters)) return undefined;
  const argumentsText = written?.replace(/"(?:[^"\\]|\\.)*"/g, (string) => {
    if (!string.includes(maskCharacters)) return string;
    const name = `secret${secrets.length + 1}`;
    secrets.push(name);
    return `"{{${name}}}"`;
  });
  return {
    name: item.slice(0, 200),
    kind: rule.kind,
    item,
    ...(argumentsText === undefined ? {} : { argumentsText }),
  };
}

function assertionsOf(
  { kind, item }: Omit<SavedCall, "assertions">,
  all: readonly RecordedCall[],
  withSchema: ReadonlySet<string>,
): readonly Assertion[] {
  const [first] = all;
  if (!first) return [];
  if (all.every(({ isError }) => isError)) return [{ kind: "fails" }];
  const member = first && Object.values(saved).find((rule) => rule.kind === kind)?.answer;
  const answers = new Set(
    all.map(({ answerText = "" }) => textAt(answerText, ["result", member ?? ""])),
  );
  const [valueText] = answers;
  const isSteady =
    answers.size === 1 && valueText !== undefined && valueText.length <= maxAnswerLength;
  const isShown = isSteady && !valueText.includes(maskCharacters) && !valueText.includes("{{");
  return [
    ...(kind === "tool" && withSchema.has(item) ? [{ kind: "fits-output-schema" } as const] : []),
    ...(isShown ? [{ kind: "equals", at: `/${member}`, valueText } as const] : []),
  ];
}

/** The names of the tools whose listed definition has an output schema. */
function toolsWithOutputSchema(recording: Recording): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { method, answerText } of exportedCalls(recording)) {
    const tools = method === "tools/list" && answerText && textAt(answerText, ["result", "tools"]);
    const listed: unknown = tools ? JSON.parse(tools) : [];
    for (const tool of Array.isArray(listed) ? listed : []) {
      if (typeof tool?.name === "string" && tool.outputSchema) names.add(tool.name);
    }
  }
  return names;
}
