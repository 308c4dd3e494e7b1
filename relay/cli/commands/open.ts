/** `mcp-playground open <link>`: shows the session of a shared link in the page of this machine. */
import { formatCommandLine } from "../../../shared/config/commandLine.ts";
import { decodeSession, type OpenedLink, readFragment } from "../../../shared/recording/link.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import type { Flags } from "../flags.ts";
import { escapeForTerminal, fail, say, styled } from "../terminal.ts";
import { serve } from "./serve.ts";

/**
 * Says what the link would connect to, then serves the page with it. Nothing is contacted or
 * started before the person agrees in the page.
 * @param wanted.link of any playground; or its fragment alone
 */
export async function open({ link, flags }: { link: string; flags: Flags }): Promise<void> {
  const session = sessionIn(link);
  if (session === undefined) {
    return fail("This link holds no session: what is needed stands behind its #, as s=….", 2);
  }
  const opened = await decodeSession(session);
  if (opened.kind === "refused") return fail(problemText[opened.problem]);
  say(`${styled("bold", "This link would connect to:")} ${describeServer(opened.recording)}`);
  say("Nothing is contacted or started before you agree in the page.");
  await serve({ flags, session });
}

function sessionIn(link: string): string | undefined {
  const trimmed = link.trim();
  if (/^1\.[\w-]+$/.test(trimmed)) return trimmed;
  const hash = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : trimmed;
  // where it was copied from, its line may have been broken
  return readFragment(hash).session?.replace(/\s/g, "");
}

function describeServer({ server }: Recording): string {
  if (server.kind === "http") return escapeForTerminal(server.url);
  const { command, args, cwd, environmentNames = [] } = server;
  return [
    escapeForTerminal(formatCommandLine(command, args)),
    ...(cwd === undefined ? [] : [`in ${escapeForTerminal(cwd)}`]),
    ...(environmentNames.length > 0
      ? [`with ${escapeForTerminal(environmentNames.join(", "))}`]
      : []),
  ].join(" ");
}

const problemText: Readonly<Record<Extract<OpenedLink, { kind: "refused" }>["problem"], string>> = {
  "unknown-version": "This link is of a version that this program does not know: update it.",
  "not-compressed": "This link is damaged: perhaps it was cut where it was copied.",
  "too-large": "This link unpacks to more than a link may hold, and was not opened.",
  "not-json": "This link is damaged: what it holds is not JSON.",
  "unknown-format": "This link is of a format that this program does not know: update it.",
  damaged: "This link is damaged: what it holds is no session.",
};
