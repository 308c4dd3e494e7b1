/** Runs the commands that send one request: `list`, `call`, `read`, `prompt`, `complete`, `ping`. */
import { text as readText } from "node:stream/consumers";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import type { RequestArguments } from "../arguments/commandArguments.ts";
import { createAnswerInput, readAnswerRules } from "../connection/answerInput.ts";
import { withServer } from "../connection/commandClient.ts";
import { resolveServer } from "../connection/resolveServer.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { createMask } from "../secretMask.ts";
import { maskedTerminal, type Terminal } from "../terminal.ts";
import { callItem } from "./callItem.ts";
import { completeArgument } from "./completeArgument.ts";
import { listItems, listNames } from "./listItems.ts";
import { ping } from "./ping.ts";
import { printFailure } from "./printOutcome.ts";
import type { RequestContext } from "./requestContext.ts";

/** Connects, sends the request, prints the answer, and ends what was started. */
export async function runRequest(wanted: RequestArguments, terminal: Terminal): Promise<ExitCode> {
  const [word] = wanted.words;
  if (wanted.command === "list" && word !== undefined && ![...listNames, "all"].includes(word)) {
    return terminal.fail(`list knows ${listNames.join(", ")} and all.`, exitCodes.wrongUsage);
  }
  const isPiped = wanted.argumentsText === "-";
  const argumentsText = isPiped ? await readText(process.stdin) : wanted.argumentsText;
  if (argumentsText !== undefined && !parseJsonObject(argumentsText)) {
    return terminal.fail("The arguments are not a JSON object.", exitCodes.wrongUsage);
  }
  const rules = wanted.answersPath === undefined ? [] : readAnswerRules(wanted.answersPath);
  const server = await resolveServer(wanted.target, terminal);
  if (typeof server === "string") return terminal.fail(server, exitCodes.wrongUsage);
  const { target } = server;
  const headers = [...server.headers, ...wanted.headers];
  const masked = maskedTerminal(terminal, createMask({ target, headers }));
  const timeoutMs = wanted.timeoutSeconds * 1000;
  masked.showStatus("Connecting…");
  const options = {
    ...wanted,
    target,
    headers,
    timeoutMs,
    connectionId: "request",
    signIn: { terminal: masked, isWanted: wanted.isSignInWanted },
    answerInput: createAnswerInput({ terminal: masked, rules, item: wanted.words[0] }),
  };
  const done = await withServer(options, (client) =>
    send({ client, wanted: { ...wanted, argumentsText }, terminal: masked }),
  );
  if ("result" in done) return done.result;
  printFailure(masked, done.failure);
  return exitCodes.couldNotRun;
}

function send(context: RequestContext): Promise<ExitCode> {
  switch (context.wanted.command) {
    case "list":
      return listItems(context);
    case "call":
    case "read":
    case "prompt":
      return callItem(context);
    case "complete":
      return completeArgument(context);
    case "ping":
      return ping(context);
  }
}
