/** `mcp-playground poll`: asks a server once for the events of a type. */

import { composeObject } from "../../../shared/client/session/composeMessage.ts";
import { quoteWord } from "../../../shared/config/commandLine.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";
import { checkPollAnswer, readPollAnswer } from "../../../shared/events/checkEvents.ts";
import { eventDataText } from "../../../shared/events/eventFeed.ts";
import { findingText } from "../../../shared/messages/findingText.ts";
import { listEventsMethod, pollEventsMethod } from "../../../shared/protocol/drafts/eventsDraft.ts";
import { type ExitCode, exitCodes } from "../exitCode.ts";
import { escapeForTerminal } from "../terminal.ts";
import { putWords, readWords } from "./argumentText.ts";
import { printOutcome } from "./printOutcome.ts";
import type { RequestContext } from "./requestContext.ts";

/** @throws CommandError if the arguments cannot be sent */
export async function pollEvents(context: RequestContext): Promise<ExitCode> {
  const { client, wanted, terminal } = context;
  const [name = "", ...given] = wanted.words;
  const words = readWords(given);
  // only what is typed needs the types of the arguments
  const { items } =
    words.length > 0 ? await client.list(listEventsMethod, "events") : { items: [] };
  const type = items.find((each) => getOwn(each, "name") === name);
  const argumentsText = putWords(wanted.json ?? "{}", words, getOwn(type, "inputSchema"));
  const params = composeObject({
    name: JSON.stringify(name),
    arguments: argumentsText,
    cursor: JSON.stringify(wanted.cursor ?? null),
  });
  const initiator = { kind: "user" } as const;
  const outcome = await client.request(pollEventsMethod, params, { initiator }).done;
  if (outcome.kind !== "result" || wanted.output !== "text") return printOutcome(context, outcome);
  const { events, cursor, hasMore, isTruncated } = readPollAnswer(outcome.value);
  for (const event of events) {
    const [id, timestamp] = ["eventId", "timestamp"].map((member) =>
      escapeForTerminal(textOfJson(getOwn(event, member) ?? null)),
    );
    terminal.print(`${terminal.styled("cyan", id ?? "")} ${timestamp}`);
    terminal.print(`  ${escapeForTerminal(eventDataText(event))}`);
  }
  const request = { name, cursor: wanted.cursor ?? null };
  const findings = checkPollAnswer(outcome.value, request);
  for (const finding of findings) terminal.printError(escapeForTerminal(findingText(finding)));
  if (isTruncated) terminal.note("Events before these were skipped.");
  const next = typeof cursor === "string" ? cursorText(cursor) : "no cursor";
  terminal.note(hasMore ? `There are more: ${next}` : `Continue with ${next}`);
  const isBroken = findings.some(({ severity }) => severity === "violation");
  return isBroken ? exitCodes.violations : exitCodes.passed;
}

/** What a user can copy into a shell; a cursor with hidden characters is only shown. */
function cursorText(cursor: string): string {
  const shown = escapeForTerminal(cursor);
  return shown === cursor ? `--cursor ${quoteWord(cursor)}` : `the cursor ${shown}`;
}
