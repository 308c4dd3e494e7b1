/** Makes saved calls of the requests of a recording, whose answers have to be the same again. */
import type { SavedCall, Variables } from "../../collections/collection.ts";
import { variablesIn } from "../../collections/substitute.ts";
import { asJsonObject, isJsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import { duplicateName } from "../../core/json/jsonText.ts";
import { textAt } from "../../core/json/textAt.ts";
import type { ReplayStep } from "./planReplay.ts";

/** The requests that are calls of an item, and the member of their params that names it. */
const items: Readonly<Record<string, { readonly kind: SavedCall["kind"]; readonly name: string }>> =
  {
    "tools/call": { kind: "tool", name: "name" },
    "prompts/get": { kind: "prompt", name: "name" },
    "resources/read": { kind: "resource", name: "uri" },
  };

/** Members of `_meta` that the client writes itself. */
const ownMeta = /^(io\.modelcontextprotocol\/.*|progressToken)$/;

/** The call of a recorded request; a request that has more than an item and its arguments stays whole. */
export function replayCall({ request, paramsText, recorded }: ReplayStep): SavedCall {
  const { method } = request;
  const assertions =
    recorded === undefined ? [] : [{ kind: "same" as const, valueText: recorded, except: [] }];
  const item = itemOf(method, paramsText);
  return item
    ? { ...item, name: item.item, assertions }
    : {
        name: request.subject || method,
        kind: "request",
        item: method,
        ...(paramsText !== undefined && { argumentsText: paramsText }),
        assertions,
      };
}

function itemOf(
  method: string,
  paramsText: string | undefined,
): Pick<SavedCall, "kind" | "item" | "argumentsText"> | undefined {
  const known = Object.hasOwn(items, method) ? items[method] : undefined;
  const params = parseJsonObject(paramsText ?? "");
  if (!known || !params || paramsText === undefined) return undefined;
  const { [known.name]: item, arguments: args, _meta: meta = {}, ...others } = params;
  const isPlain =
    typeof item === "string" &&
    item !== "" &&
    (args === undefined ? known.kind !== "tool" : isJsonObject(args)) &&
    Object.keys(asJsonObject(meta) ?? { other: meta }).every((name) => ownMeta.test(name)) &&
    Object.keys(others).length === 0 &&
    duplicateName(paramsText) === undefined;
  const argumentsText = textAt(paramsText, ["arguments"]);
  if (!isPlain || (known.kind === "resource" && argumentsText !== undefined)) return undefined;
  return { kind: known.kind, item, ...(argumentsText !== undefined && { argumentsText }) };
}

/** Variables whose values are their own placeholders, so that recorded braces are sent as they were. */
export function placeholderVariables(calls: readonly SavedCall[]): Variables {
  const texts = calls.flatMap(({ item, argumentsText = "", assertions }) => [
    item,
    argumentsText,
    ...assertions.flatMap((each) => ("valueText" in each ? each.valueText : [])),
  ]);
  const names = new Set(texts.filter((text) => text.includes("{{")).flatMap(variablesIn));
  return Object.fromEntries([...names].map((name) => [name, JSON.stringify(`{{${name}}}`)]));
}
