/** Messages that a model should answer with a tool, made from the tool's description and schema. */
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { asJsonObject, type JsonObject } from "../../../shared/core/json/jsonObject.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import type { OfferedTool } from "../../../shared/models/agent/offeredTools.ts";
import {
  isDestructiveTool,
  isReadOnlyTool,
  mayDiscloseSecrets,
  needsConsent,
} from "../../../shared/protocol/toolHints.ts";

export interface Suggestion {
  /** A whole sentence. */
  readonly text: string;
  /** The name that its server gives the tool that the model should need. */
  readonly tool: string;
  /** Whether a call of the tool is asked about first. */
  readonly asks: boolean;
}

const [maxSuggestions, maxArguments, maxPhrase, maxValue, maxName] = [12, 3, 60, 24, 60];

/**
 * One for each of the first tools that need few and simple arguments, and do not say that they
 * delete or disclose secrets. A press sends it, so it is exactly what the user reads.
 * @param activeId the server whose tools come first, also those that do not say what they change
 */
export function suggestionsFor(
  tools: readonly OfferedTool[],
  activeId: string | undefined,
): readonly Suggestion[] {
  const found = new Map<string, Suggestion>();
  const inviting = tools.filter(({ definition }) => !mayDiscloseSecrets(definition));
  const readOnly = inviting.filter(({ definition }) => isReadOnlyTool(definition));
  const isActive = ({ serverId }: OfferedTool) => serverId === activeId;
  const ordered = new Set([
    ...readOnly.filter(isActive),
    ...inviting.filter((tool) => isActive(tool) && !isDestructiveTool(tool.definition)),
    ...readOnly,
  ]);
  for (const { name, definition } of ordered) {
    if (found.size === maxSuggestions) break;
    const text = sentenceOf(name, definition);
    // what is hidden would be sent unread
    if (text === undefined || found.has(text) || exactLine(text) !== text) continue;
    found.set(text, {
      text,
      tool: exactLine(name, maxName),
      asks: needsConsent(definition, "foreign"),
    });
  }
  return [...found.values()];
}

/** Undefined if an argument cannot be guessed. */
function sentenceOf(name: string, definition: JsonObject): string | undefined {
  const { properties, required } = asJsonObject(definition.inputSchema) ?? {};
  const keys = Array.isArray(required) ? required.slice(0, maxArguments + 1).map(String) : [];
  let numbers = 0;
  const values = keys.map((key) => {
    const schema = getOwn(properties, key);
    const isNumber = /^(number|integer)$/.test(String(getOwn(schema, "type")));
    return exampleOf(key, schema, isNumber ? numbers++ : 0);
  });
  if (keys.length > maxArguments || values.includes(undefined)) return undefined;
  const { description, title } = definition;
  const [what, mark] =
    requestOf(firstPhrase(description), false) ??
    requestOf(firstPhrase(title).replace(/ tool$/i, ""), true) ??
    requestOf(firstPhrase(name.replaceAll(/[_.-]+/g, " ")), true) ??
    [];
  if (what === undefined) return undefined;
  const listed = values.map((value, index) =>
    keys.length < 3 ? value : `${keys[index]} ${value}`,
  );
  if (listed.length === 0) return `${what}${mark}`;
  const last = listed.at(-1);
  const all = listed.length === 1 ? last : `${listed.slice(0, -1).join(", ")} and ${last}`;
  return `${what}${mark === "?" ? " for" : ":"} ${all}${mark}`;
}

/** The start of a text that is plain words: up to the end of its first part. */
function firstPhrase(text: unknown): string {
  if (typeof text !== "string") return "";
  const [line = ""] = text.slice(0, 400).trim().split("\n", 1);
  const [sentence = ""] = line.split(/[.;:,(?!]|\s[-–—]\s| and (?=[a-z]+s\b)/, 1);
  const phrase = sentence.trim().replace(/^(this|the|a) tool (that |to |can |will )?/i, "");
  const isPlain = /^[\p{L}\p{N} '’/&-]+$/u.test(phrase);
  return isPlain && phrase.length <= maxPhrase ? phrase : "";
}

/**
 * Makes a request of the words about a tool: `Adds two numbers` asks to `Add two numbers`.
 * @param isName whether the words name a tool, and need not begin with a verb
 */
function requestOf(
  phrase: string,
  isName: boolean,
): readonly [what: string, mark: string] | undefined {
  const [first = "", ...rest] = phrase.split(/\s+/);
  const word = first.toLowerCase();
  const verb = verbs.has(word) ? word : infinitivesOf(word).find((one) => verbs.has(one));
  if (verb !== undefined) {
    const begin = shown.has(verb) ? "Show me" : `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
    return shown.has(verb) && rest.length === 0 ? undefined : [[begin, ...rest].join(" "), "."];
  }
  if (first === "") return undefined;
  if (/^(the|an?)$/.test(word)) return [`What is ${[word, ...rest].join(" ")}`, "?"];
  if (!isName) return undefined;
  // a name with an article after its first word begins with a verb
  if (/ (a|an|the) /.test(phrase)) return [phrase, "."];
  const isPlural = /[^s]s$/.test(phrase);
  return [`What ${isPlural ? "are" : "is"} the ${[word, ...rest].join(" ")}`, "?"];
}

/** `searches` may be of `search` or `searche`. */
function infinitivesOf(word: string): readonly string[] {
  if (!word.endsWith("s")) return [];
  return [word.slice(0, -1), word.replace(/es$/, ""), word.replace(/ies$/, "y")];
}

/** Verbs that descriptions of tools begin with. */
const verbs = new Set(
  `add analyze append apply archive ask assign book browse build calculate call cancel change check
  choose classify clear close combine compare compute configure convert copy count create decode delete
  deploy describe detect display divide download draw echo edit encode enter estimate evaluate
  execute explain export extract fetch fill filter find format generate get give group import insert
  inspect install join list load look lookup make manage mark merge move multiply navigate notify
  open order parse pause pick ping plan play post predict print provide publish query rank read rebuild
  receive recommend record refund register remind remove rename render reopen repeat replace reply report
  request reserve reset resolve retrieve return reverse rotate run sample save scan schedule search
  select send set share show simulate sort split start stop store stream submit subscribe subtract
  suggest sum summarize sync tag take tell test track translate trigger turn update upload validate
  verify view wait watch write`.split(/\s+/),
);

/** Verbs of tools that say what they answer with. */
const shown = new Set(["return", "show", "display", "give", "provide", "retrieve", "view"]);

/** A value that reads well in a sentence; undefined if none can be guessed. */
function exampleOf(key: string, schema: unknown, index: number): string | undefined {
  const {
    type,
    enum: choices,
    examples,
    default: preset,
    format,
    pattern,
  } = asJsonObject(schema) ?? {};
  const given = [
    ...(Array.isArray(examples) ? examples.slice(0, 1) : []),
    preset,
    ...(Array.isArray(choices) ? choices.slice(0, 1) : []),
  ].find((value) => value !== undefined && value !== null && value !== "");
  if (typeof given === "number" || typeof given === "boolean") return String(given);
  if (typeof given === "string") {
    return /^[\p{L}\p{N} .,/:@+-]+$/u.test(given) && given.length <= maxValue
      ? `"${given}"`
      : undefined;
  }
  if (given !== undefined) return undefined;
  if (type === "number" || type === "integer") return numberOf(key, schema, index);
  if (type !== "string" || format !== undefined || pattern !== undefined) return undefined;
  return words.find(([names]) => names.test(key))?.[1];
}

function numberOf(key: string, schema: unknown, index: number): string {
  const usual = /id$/i.test(key) ? 1 : ([2, 40, 3][index] ?? 1);
  const [minimum, maximum] = ["minimum", "maximum"].map((limit) => getOwn(schema, limit));
  const least = typeof minimum === "number" ? Math.max(minimum, usual) : usual;
  return String(typeof maximum === "number" ? Math.min(maximum, least) : least);
}

/** Texts by the names of arguments; identifiers, paths and addresses cannot be guessed. */
const words: readonly (readonly [RegExp, string])[] = [
  [/city|place|location|town/i, '"Oslo"'],
  [/country/i, '"Norway"'],
  [/lang/i, '"English"'],
  [/^(user|first|last|full)?_?name$|person|author|customer/i, '"Ada"'],
  [/quer|search|term|keyword|^q$|topic|subject|title/i, '"coffee"'],
  [/message|text|prompt|content|input|note|body|word|phrase|question/i, '"hello"'],
];
