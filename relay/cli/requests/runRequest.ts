/** Runs the commands that send one request: `list`, `call`, `read`, `prompt`, `complete`, `poll`, `ping`, `make`. */
import { text as readText } from "node:stream/consumers";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { EventLog } from "../../../shared/log/eventLog.ts";
import { isStrayLine, strayText } from "../../../shared/log/strayLine.ts";
import type { RequestArguments, RequestCommand } from "../arguments/requestArguments.ts";
import { withServer } from "../connection/commandClient.ts";
import { serverOfCommand } from "../connection/serverOfCommand.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { createMask } from "../secretMask.ts";
import { escapeForTerminal, maskedTerminal, type Terminal } from "../terminal.ts";
import { printFailure } from "./printOutcome.ts";
import type { RequestContext } from "./requestContext.ts";

/** Connects, sends the request, prints the answer, and ends what was started. */
export async function runRequest(wanted: RequestArguments, terminal: Terminal): Promise<ExitCode> {
  const isPiped = wanted.json === "-";
  const json = isPiped ? await readText(process.stdin) : wanted.json;
  if (json !== undefined && !parseJsonObject(json)) {
    return terminal.fail("The arguments are not a JSON object.", exitCodes.wrongUsage);
  }
  const server = await serverOfCommand(wanted, terminal);
  const mask = createMask(server);
  const masked = maskedTerminal(terminal, mask);
  masked.showStatus("Connecting…");
  const options = {
    ...wanted,
    ...server,
    connectionId: "request",
    signIn: { terminal: masked, isWanted: wanted.authorize, mask },
    ...(await answersOf(wanted, masked)),
  };
  const done = await withServer(options, async (client, log) => {
    const code = await send({ client, wanted: { ...wanted, json }, server, terminal: masked });
    await noteStrayLines(log, masked);
    return code;
  });
  if ("result" in done) return done.result;
  printFailure(masked, done.failure);
  masked.note("mcp-playground doctor finds out why.");
  return exitCodes.couldNotRun;
}

/** Says what the server wrote to its standard output besides messages. */
async function noteStrayLines(log: EventLog, terminal: Terminal): Promise<void> {
  const stray = log.snapshot().entries.filter(isStrayLine);
  const [first] = stray;
  if (!first) return;
  const line = JSON.stringify(strayText(await log.read(first.seq)));
  const more = stray.length > 1 ? ` and ${stray.length - 1} more` : "";
  const sentence = `The server wrote text to its standard output that is no message: ${line}${more}. Write logs to standard error.`;
  terminal.note(escapeForTerminal(sentence));
}

/** The commands during which a server may ask for input. */
const asking: readonly RequestCommand[] = ["call", "read", "prompt"];

async function answersOf({ command, answers, words }: RequestArguments, terminal: Terminal) {
  if (!asking.includes(command)) return {};
  const { createAnswerInput, readAnswerRules } = await import("../connection/answerInput.ts");
  const rules = answers === undefined ? [] : readAnswerRules(answers);
  return { answerInput: createAnswerInput({ terminal, rules, item: words[0] }) };
}

/** Loads only what the command needs, because the start of the program is most of its time. */
async function send(context: RequestContext): Promise<ExitCode> {
  switch (context.wanted.command) {
    case "list":
      return (await import("./listItems.ts")).listItems(context);
    case "call":
    case "read":
    case "prompt":
      return (await import("./callItem.ts")).callItem(context);
    case "complete":
      return (await import("./completeArgument.ts")).completeArgument(context);
    case "poll":
      return (await import("./pollEvents.ts")).pollEvents(context);
    case "ping":
      return (await import("./ping.ts")).ping(context);
    case "make":
      return (await import("./makeServerDocument.ts")).makeServerDocument(context);
  }
}
