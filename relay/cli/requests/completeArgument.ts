/** `mcp-playground complete`: asks for the values of an argument or variable. */
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { templateVariables } from "../../../shared/protocol/uriTemplate.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { escapeForTerminal } from "../terminal.ts";
import { readWords } from "./argumentText.ts";
import { printOutcome } from "./printOutcome.ts";
import type { RequestContext } from "./requestContext.ts";

/** @throws CommandError if a word is not `name=value` */
export async function completeArgument(context: RequestContext): Promise<ExitCode> {
  const { client, wanted, terminal } = context;
  const [item = "", ...words] = wanted.words;
  const [argument, ...others] = readWords(words);
  const isTemplate = templateVariables(item).length > 0;
  const params = {
    ref: isTemplate ? { type: "ref/resource", uri: item } : { type: "ref/prompt", name: item },
    argument: { name: argument?.name, value: argument?.value },
    ...(others.length > 0 && {
      context: { arguments: Object.fromEntries(others.map(({ name, value }) => [name, value])) },
    }),
  };
  const initiator = { kind: "user" } as const;
  const paramsText = JSON.stringify(params);
  const outcome = await client.request("completion/complete", paramsText, { initiator }).done;
  if (outcome.kind !== "result" || wanted.output !== "text") return printOutcome(context, outcome);
  const completion = getOwn(outcome.value, "completion");
  const values = getOwn(completion, "values");
  for (const value of Array.isArray(values) ? values : []) {
    terminal.print(escapeForTerminal(String(value)));
  }
  if (getOwn(completion, "hasMore") === true) terminal.note("There are more values.");
  return exitCodes.passed;
}
