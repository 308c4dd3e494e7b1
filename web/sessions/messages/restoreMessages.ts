/** Sentences about what was restored after a reload, and what was not. */
import type { StorageProblem } from "../../platform/storage/persistenceStore.ts";
import type { LostSecrets } from "../../servers/store/server.ts";

/** Why a connection was not opened again automatically, and what to do. */
export function offerText(
  kind: "http" | "stdio",
  lost: LostSecrets,
): { readonly why: string; readonly next: string } {
  const missing = missingParts(lost);
  if (missing.length > 0) {
    const list = new Intl.ListFormat("en").format(missing);
    return {
      why: `The connection used ${list}. Secrets are kept in memory only, so a reload loses them.`,
      next: "Enter them again in Connection options, then connect.",
    };
  }
  return kind === "stdio"
    ? {
        why: "The server's process has ended, and commands are started by you only.",
        next: "Connect starts the command again.",
      }
    : { why: "The page was left or reloaded.", next: "Connect opens the connection again." };
}

function missingParts({ headers, hasUserinfo, hasSessionId }: LostSecrets): string[] {
  return [
    ...headers.map((name) => `the header ${name}`),
    ...(hasUserinfo ? ["a user name and password in the URL"] : []),
    ...(hasSessionId ? ["a session id of your choice"] : []),
  ];
}

/** Why this page stores nothing for a reload. */
export const storageProblemText: Readonly<Record<StorageProblem, string>> = {
  insecure:
    "This page is served over plain http on a network address, where browsers cannot encrypt. Traffic, drafts and results are lost with the page. Open it over https or at localhost to keep them.",
  blocked:
    "The browser does not let this page store data, as in some private windows. Traffic, drafts and results are lost with the page.",
  "relay-needed":
    "What this page stores is encrypted with a key of its relay, which it gets with a session. Traffic, drafts and results are lost with the page until then, and those of before are not shown. Open a new link of the relay (press L and Enter in its terminal), or pair this tab.",
  full: "The browser's storage is full. New traffic and results are lost with the page. Clear something below, or free space on the disk.",
};
