/** `mcp-playground open`: opens the session of a shared link, or of a recording, in the local page. */
import { existsSync } from "node:fs";
import { sessionOfLink } from "../../../shared/recording/fragment.ts";
import { decodeSession, encodeSession, type OpenedLink } from "../../../shared/recording/link.ts";
import { maskAgain } from "../../../shared/recording/maskAgain.ts";
import type { Recording } from "../../../shared/recording/recording.ts";
import { commandText } from "../commandText.ts";
import { CommandError, type ExitCode, exitCodes } from "../exitCode.ts";
import type { Flags } from "../flags.ts";
import { escapeForTerminal, type Terminal } from "../terminal.ts";
import { readRecordingFile } from "./inputFiles.ts";
import { servePage } from "./servePage.ts";

/**
 * Prints the server that the link would connect to, then serves the page with the link's session.
 * No server is contacted or started before the user agrees in the page.
 * @param wanted.link a link of any playground, only its fragment, or the file of a recording
 */
export async function open(
  { link, flags }: { link: string; flags: Flags },
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const session = sessionIn(link) ?? (await sessionOfFile(link));
  if (session === undefined) {
    return terminal.fail(
      "It contains no session: give the file of a recording, or a link with s=… after its #.",
      exitCodes.wrongUsage,
    );
  }
  const opened = await decodeSession(session);
  if (opened.kind === "refused") {
    return terminal.fail(problemText[opened.problem], exitCodes.wrongUsage);
  }
  const title = terminal.styled("bold", "This link would connect to:");
  terminal.print(`${title} ${describeServer(opened.recording)}`);
  terminal.print("Nothing is contacted or started before you agree in the page.");
  return servePage({ flags, session }, terminal);
}

function sessionIn(link: string): string | undefined {
  const trimmed = link.trim();
  if (/^[02]\.[\w-]+$/.test(trimmed)) return trimmed;
  const hash = trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : trimmed;
  return sessionOfLink(`https://any.example/${hash.startsWith("#") ? hash : `#${hash}`}`);
}

/**
 * Characters of a session that programs, which start browsers, pass on.
 * @see https://learn.microsoft.com/en-us/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw
 */
const maxSession = 30_000;

/** @throws CommandError if there is a file that is no recording, or too large for a link */
async function sessionOfFile(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined;
  const session = await encodeSession(await maskAgain(await readRecordingFile(path)));
  if (session.length <= maxSession) return session;
  throw new CommandError(
    `${path} is too large for a link: start the page, and drop the file there.`,
  );
}

function describeServer({ server }: Recording): string {
  if (server.kind === "http") return escapeForTerminal(server.url);
  const { environmentNames: variables = [] } = server;
  return commandText({ ...server, variables });
}

const problemText: Readonly<Record<Extract<OpenedLink, { kind: "refused" }>["problem"], string>> = {
  "unknown-version": "This link needs a newer version of this program: update it.",
  "not-compressed": "This link is damaged: perhaps it was not copied completely.",
  "too-large": "The content of this link is too large, so it was not opened.",
  "not-json": "This link is damaged: its content is not JSON.",
  "unknown-format": "This link has a format that this program does not know: update it.",
  "newer-format": "This link needs a newer version of this program: update it.",
  "too-complex": "This link is damaged: its content is not a session.",
  "too-many": "The content of this link is too large, so it was not opened.",
  damaged: "This link is damaged: its content is not a session.",
};
