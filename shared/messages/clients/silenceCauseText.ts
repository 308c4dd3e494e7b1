/** Sentences about known causes of clients that stop on the way to a call. */
import { causesOf, type SilenceCauseCode } from "../../clients/silence/silenceCauses.ts";
import type { MissingStep } from "../../taps/acts/clientAct.ts";

/** A known cause, for people. */
export interface CauseStatement {
  readonly sentence: string;
  readonly sources: readonly {
    /** For example `anthropics/claude-ai-mcp#815`. */
    readonly title: string;
    readonly url: string;
    readonly date: string;
  }[];
}

const sentences: Readonly<Record<SilenceCauseCode, string>> = {
  "no-metadata-address":
    "The 401 names no resource_metadata in WWW-Authenticate, so the client does not learn where to sign in.",
  "relative-metadata-address":
    "resource_metadata in WWW-Authenticate is a relative address, which the client ignores: it has to begin with https.",
  "discovery-unexplained":
    "The client stops after a correct 401. No cause is known; adding the server again under another address begins anew.",
  "service-metadata-elsewhere":
    "The issuer has a path, and the metadata of the authorization server is not where RFC 8414 puts it: the well-known part stands before the path.",
  "resource-of-another-host":
    "resource in the metadata names another host than the address that was entered, so the client does not use the document.",
  "metadata-without-path":
    "resource_metadata names the document at the root of the host: for an address with a path, the path has to follow the well-known part.",
  "no-registration-endpoint":
    "The authorization server has no registration_endpoint, and the client was given no client id of its own.",
  "form-action":
    "Content-Security-Policy of the page where the user agrees has form-action 'self': Chromium then blocks the redirect to the client, and the code never arrives.",
  "token-unexplained":
    "The code was delivered, and the client did not exchange it. No cause is known; look for its request in the log of the authorization server first.",
  "exchange-refused":
    "The authorization server refused to exchange the code, so the client has no token to send.",
  "authorization-unexplained":
    "The client got a token and sends its requests without it. No cause is known.",
  "other-audience":
    "The server accepts tokens for another audience than the resource that its metadata names.",
  "no-expiry":
    "The middleware of the server refuses tokens without an expiry, although they were verified: requireBearerAuth of @modelcontextprotocol/express needs expiresAt.",
  "old-token":
    "The client sends a token of an earlier sign-in. Remove the connection in the client and add it again.",
  firewall:
    "A firewall or a protection against bots before the relay refuses requests with a token that come from the vendor's network, while the user's browser gets through.",
  "path-of-another-service":
    "A proxy before the relay sends the address without a trailing slash to another service, such as a rule for /mcp/* that does not cover /mcp.",
  "request-unexplained": "The client got a token and asks for nothing. No cause is known.",
  "no-greeting":
    "A client that connects again sends server/discover once, and takes what it has kept if this is refused. Answer it, or change the address.",
  "silent-stream":
    "The server answers GET with a stream on which nothing comes, and the client waits for it. A server that sends nothing of its own answers 405.",
  "roots-unanswered":
    "The server asks for roots/list and waits: the client declares roots and does not answer.",
  "list-unexplained": "The client stops after the handshake. No cause is known.",
  "old-list":
    "The platform keeps the list of tools for hours, also when the connection is removed and added again. Another address, such as one with a query, gets the new one.",
  "old-list-of-name":
    "The platform keeps the list of tools for the name of the app. Delete it, and create it under another name.",
  "hints-missing":
    "Tools without readOnlyHint, destructiveHint and openWorldHint are not offered, nor are those that change data if the sign-in allows reading only.",
  "not-offered":
    "The client lists the tools, and does not offer them to its model in the chat. No cause is known.",
};

/**
 * @param missing what the client has not done
 * @param clientId of the catalogue, if the client is known
 */
export function causeStatements(
  missing: readonly MissingStep[],
  clientId: string | undefined,
): readonly CauseStatement[] {
  return causesOf(missing, clientId).map(({ code, sources }) => ({
    sentence: sentences[code],
    sources: sources.map(({ thread, date }) => ({ title: thread, url: threadUrl(thread), date })),
  }));
}

/** GitHub leads from the number of an issue to the pull request that has it. */
function threadUrl(thread: string): string {
  const [repository, number] = thread.split("#");
  return `https://github.com/${repository}/issues/${number}`;
}
