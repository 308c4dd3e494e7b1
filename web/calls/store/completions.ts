/** Asks a server to complete an argument of a prompt or a variable of a resource template. */
import type { Connected } from "../../../shared/client/connected.ts";
import { lacksMethod } from "../../../shared/client/pages.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";

interface Completions {
  readonly values: readonly string[];
  /** Whether the server has more of them. */
  readonly hasMore: boolean;
}

interface CompletionQuestion {
  /** The JSON text of what is completed; see `Callable.completionRef`. */
  readonly ref: string;
  readonly name: string;
  /** The text written so far. */
  readonly value: string;
  /** The JSON values of all arguments, by name. */
  readonly others: Readonly<Record<string, unknown>>;
}

const firstWithContext = "2025-06-18";

/** The specification allows no more. */
const maxValues = 100;
/** UTF-16 code units of a value. */
const maxValueLength = 1000;

/** Clients whose server does not know the method. */
const withoutMethod = new WeakSet<object>();

/** Whether the server may be asked. */
export function offersCompletions(client: Pick<Connected, "agreement" | "offers">): boolean {
  return !withoutMethod.has(client.agreement) && client.offers("completion/complete");
}

/**
 * Asks for completions.
 * @param signal aborts the request
 * @returns undefined if the server gave none, or the request failed: it is in Traffic
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
 */
export async function askCompletions(
  { request, agreement }: Pick<Connected, "request" | "agreement">,
  { ref, name, value, others }: CompletionQuestion,
  signal: AbortSignal,
): Promise<Completions | undefined> {
  const known = Object.entries(others).filter(
    ([other, text]) => other !== name && typeof text === "string" && text !== "",
  );
  const hasContext = agreement.revision >= firstWithContext && known.length > 0;
  const argument = JSON.stringify({ name, value });
  const context = hasContext
    ? `,"context":${JSON.stringify({ arguments: Object.fromEntries(known) })}`
    : "";
  const paramsText = `{"ref":${ref},"argument":${argument}${context}}`;
  const initiator = { kind: "engine" } as const;
  const outcome = await request("completion/complete", paramsText, { initiator, signal }).done;
  if (lacksMethod(outcome)) withoutMethod.add(agreement);
  return outcome.kind === "result" ? readCompletions(outcome.value) : undefined;
}

/** Values that could not be distinguished from others when shown, or are too long, are left out. */
function readCompletions(result: unknown): Completions | undefined {
  const completion = getOwn(result, "completion");
  const values = getOwn(completion, "values");
  if (!Array.isArray(values)) return undefined;
  const offered = values
    .slice(0, maxValues)
    .filter((value): value is string => typeof value === "string" && value.length <= maxValueLength)
    .filter((value) => value !== "" && escapeHidden(value) === value);
  const total = getOwn(completion, "total");
  return {
    values: [...new Set(offered)],
    hasMore:
      getOwn(completion, "hasMore") === true ||
      (typeof total === "number" && total > values.length) ||
      values.length > maxValues,
  };
}
