/** `mcp-playground ping`: measures one round trip. */
import { traitsOf } from "../../../shared/protocol/revisions.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { printOutcome } from "./printOutcome.ts";
import type { RequestContext } from "./requestContext.ts";

/** Sends `ping`; the modern era has no such method, there `server/discover` is sent. */
export async function ping(context: RequestContext): Promise<ExitCode> {
  const { client, wanted, terminal } = context;
  const isModern = traitsOf(client.agreement.revision).era === "modern";
  const method = isModern ? "server/discover" : "ping";
  const outcome = await client.request(method, undefined, { initiator: { kind: "user" } }).done;
  if (outcome.kind !== "result" || wanted.output !== "text") return printOutcome(context, outcome);
  terminal.print(`${method} was answered after ${outcome.answer.ms.toFixed(1)} ms.`);
  return exitCodes.passed;
}
