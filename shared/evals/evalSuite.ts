/** The format of an eval suite: messages for models, and what the models should do with the tools. */
import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { shapeProblem } from "../core/json/jsonShape.ts";
import { count, finite, readonlyList } from "../core/json/members.ts";

export const evalFormat = "mcp-playground-eval/1";

/** Characters of a suite. */
const maxCharacters = 8 * 1024 * 1024;

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const text = v.string();
const repeats = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));
/** Members of any name: those of a record could not be called `constructor`. */
const values = v.custom<JsonObject>(isJsonObject, "Invalid type: Expected Object");

const expectation = v.variant("kind", [
  /** The tool is called; with `arguments`, at least once with them. `equals` allows no others. */
  v.strictObject({
    kind: v.literal("called"),
    tool: name,
    arguments: v.optional(values),
    match: v.optional(v.picklist(["contains", "equals"])),
  }),
  /** The tool is called with arguments that fit a JSON Schema, which may have patterns. */
  v.strictObject({ kind: v.literal("arguments-fit"), tool: name, schema: values }),
  v.strictObject({ kind: v.literal("not-called"), tool: name }),
  v.strictObject({ kind: v.literal("first"), tool: name }),
  /** No other tool is called. */
  v.strictObject({ kind: v.literal("only"), tool: name }),
  /** The tools are called in this order; others may be between them. */
  v.strictObject({ kind: v.literal("in-order"), tools: readonlyList(name) }),
  v.strictObject({ kind: v.literal("no-calls") }),
  /** The provider reports that the model or a filter refuses; with `text`, saying it. */
  v.strictObject({ kind: v.literal("refusal"), text: v.optional(text) }),
  /** No call is answered with an error. */
  v.strictObject({ kind: v.literal("no-error") }),
  /** The lint finds nothing in the messages of the run. */
  v.strictObject({ kind: v.literal("no-finding") }),
  /** A tool with an app gives a result, so that its app is shown. */
  v.strictObject({ kind: v.literal("shows-app") }),
  v.strictObject({ kind: v.literal("answer-contains"), text }),
  /** A regular expression as the keyword `pattern` of JSON Schema has it. */
  v.strictObject({ kind: v.literal("answer-matches"), pattern: v.pipe(v.string(), v.regex(/./)) }),
  v.strictObject({ kind: v.literal("at-most"), calls: count }),
  v.strictObject({ kind: v.literal("at-most"), tokens: count }),
  v.strictObject({ kind: v.literal("at-most"), cost: finite }),
  v.strictObject({ kind: v.literal("at-most"), milliseconds: count }),
]);

const evalCase = v.strictObject({
  name,
  message: text,
  /** Further messages, each sent after the answer to the one before it. */
  followUps: v.optional(readonlyList(text)),
  systemPrompt: v.optional(text),
  /** The servers that it needs, of which alone tools are offered; all by default. */
  servers: v.optional(readonlyList(name)),
  /** The tools that are offered; all by default. */
  tools: v.optional(readonlyList(name)),
  /** Tools that are called although they do not say that they only read; no destructive ones. */
  allow: v.optional(readonlyList(name)),
  /** Names of the models that the case is for; all by default. */
  models: v.optional(readonlyList(name)),
  /** The URI of a skill of the server: the case is run with its text, and without it. */
  skill: v.optional(v.pipe(v.string(), v.maxLength(2000), v.regex(/\/SKILL\.md$/))),
  /** What a model that judges the answer is asked; its judgement decides nothing. */
  judge: v.optional(text),
  repeat: v.optional(repeats),
  expect: readonlyList(expectation),
});

const suite = v.strictObject({
  $schema: v.optional(v.string()),
  format: v.literal(evalFormat),
  name,
  systemPrompt: v.optional(text),
  repeat: v.optional(repeats),
  cases: v.pipe(v.array(evalCase), v.minLength(1), v.maxLength(1000), v.readonly()),
});

export type Expectation = v.InferOutput<typeof expectation>;
export type EvalCase = v.InferOutput<typeof evalCase>;
export type EvalSuite = v.InferOutput<typeof suite>;

/** A case as it is run. */
export interface RunnableCase extends EvalCase {
  /** The id of the server whose skill is in the message; no suite says it. */
  readonly skillServer?: string;
}

export interface RunnableSuite extends Omit<EvalSuite, "cases"> {
  readonly cases: readonly RunnableCase[];
}

/**
 * How often a case runs with a model; 0 if it is for other models.
 * @param override of the suite and of its cases
 */
export function repeatsOf(
  suite: EvalSuite,
  one: EvalCase,
  model: string,
  override: number | undefined,
): number {
  if (one.models && !one.models.includes(model)) return 0;
  return override ?? one.repeat ?? suite.repeat ?? 1;
}

/** How many runs a suite has. */
export function countRuns(
  suite: EvalSuite,
  models: readonly string[],
  override: number | undefined,
): number {
  const counts = suite.cases.flatMap((one) =>
    models.map((model) => repeatsOf(suite, one, model, override)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

export type ReadSuite =
  | { readonly kind: "suite"; readonly suite: EvalSuite }
  | {
      readonly kind: "refused";
      readonly code: "too-long" | "too-complex" | "not-json" | "does-not-fit";
      /** Where it does not fit, as `cases.0.expect`; empty for the whole. */
      readonly at: string;
      readonly reason: string;
    };

/** Reads the text of a suite. */
export function readSuite(document: string): ReadSuite {
  const refused = (code: "too-long" | "too-complex" | "not-json", reason: string): ReadSuite => ({
    kind: "refused",
    code,
    at: "",
    reason,
  });
  if (document.length > maxCharacters) return refused("too-long", `over ${maxCharacters}`);
  if (shapeProblem(document) === "too-complex") {
    return refused("too-complex", "nested too deeply, or too many values");
  }
  let value: unknown;
  try {
    value = JSON.parse(document);
  } catch (error) {
    return refused("not-json", error instanceof Error ? error.message : "");
  }
  const read = v.safeParse(suite, value);
  if (read.success) return { kind: "suite", suite: read.output };
  const [issue] = read.issues;
  const at = issue.path?.map(({ key }) => String(key)).join(".") ?? "";
  return { kind: "refused", code: "does-not-fit", at, reason: issue.message };
}
