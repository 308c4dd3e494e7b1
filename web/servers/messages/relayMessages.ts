/** Messages for the states of the relay: what the state is, why, what to do. */

import type { ErrorText } from "../../messages/errorText.ts";
import { personRefusalText } from "../../messages/network/personRefusalMessages.ts";
import type { RelayState } from "../../relay/store/relayState.ts";

const start = "Run npx mcp-playground in a terminal on this machine.";

/** Returns the message for a state of the relay. */
export function relayStateText(state: RelayState): ErrorText {
  const at = new URL(state.address).host;
  switch (state.kind) {
    case "idle":
      return {
        what: "Not connected yet",
        why: "The relay is a small program on your machine. It starts stdio servers, and connects to HTTP servers that a web page cannot reach.",
        next: [start],
      };
    case "looking":
    case "connecting":
      return {
        what: `Looking for the relay at ${at}`,
        why: "This takes a few seconds at most.",
        next: [],
      };
    case "permission-needed":
      return {
        what: "Your browser will ask for permission",
        why: `This page was loaded from the internet and needs access to ${at}, which is on this machine or in its network. Without your permission it cannot connect to the relay.`,
        next: [start, "Press Continue, and choose Allow when the browser asks."],
      };
    case "permission-denied":
      return {
        what: "The browser blocks access to your machine",
        why: `Access to local devices is denied for this site, so this page cannot connect to ${at}. The relay may be running.`,
        next: [
          "Open the site settings, to the left of the browser's address bar, and allow access to apps and devices on this machine or network.",
          "Or use the page that the relay serves, which needs no permission: run npx mcp-playground and open its link.",
        ],
      };
    case "not-running":
      return {
        what: "Could not connect to the relay",
        why: `No relay answers at ${at}. It is not running, or it listens at another address.`,
        next: [
          `${start} It prints its address.`,
          "If that address is different, correct it below.",
          ...(isForeign(state.address)
            ? [
                "Some browsers, such as Safari, do not let an https page connect to this machine. Use the page that the relay serves.",
              ]
            : []),
        ],
      };
    case "wrong-version":
      return {
        what: state.isOlder
          ? "The relay is older than this page"
          : "This page is older than the relay",
        why: `The relay at ${at} has version ${state.version}, which does not work with this page.`,
        next: state.isOlder
          ? ["Stop the relay and run npx mcp-playground@latest."]
          : ["Reload this page. If that does not help, use the page that the relay serves."],
      };
    case "pairing-needed": {
      const link = state.link ?? "none";
      if (!isPairingProblem(link)) return personRefusalText(link);
      return {
        what: pairingTitle[link],
        why: state.reason ? `${state.reason}.` : pairingReason[link],
        next: [
          "In the relay's terminal, press L and Enter, and open the link that it prints.",
          state.isOwnPage
            ? "Or press Relay and Copy link in a tab that is connected to the relay, and open that link in this tab."
            : "Or pair this page: the relay's terminal shows a code, which you enter here.",
        ],
      };
    }
    case "no-sessions":
      return {
        what: "This relay does not accept this page",
        why: `The relay at ${at} is public, or it has no terminal to show a pairing code. It does not start servers for this page.`,
        next: [
          "If it is your relay, open the link that it printed.",
          `Otherwise: ${start} Then enter its address below.`,
        ],
      };
    case "reconnecting":
      return {
        what: "The connection to the relay was lost",
        why: `Reconnecting (attempt ${state.attempt}). The relay keeps messages from servers for a limited time.`,
        next: ["Check in its terminal whether the relay is still running."],
      };
    case "connected":
      return { what: `Connected to ${at}`, why: connectedText(state), next: [] };
  }
}

const pairingTitle = {
  none: "This page is not paired with the relay",
  used: "This link was already used",
  unknown: "This link is not valid",
  "foreign-page": "The relay did not recognise this page",
} as const;

const pairingReason = {
  none: "The relay starts programs with your permissions, so it accepts only pages that you opened with one of its links or have paired.",
  used: "Each link from the relay works once, so that nobody can use it again from a browser history or a log.",
  unknown: "It is not from the relay that is running now. A link is valid until its relay stops.",
  "foreign-page":
    "It was not loaded from the relay itself. Another program that used this port before may have left it in the browser.",
} as const;

function isPairingProblem(link: string): link is keyof typeof pairingTitle {
  return Object.hasOwn(pairingTitle, link);
}

function connectedText(state: Extract<RelayState, { kind: "connected" }>): string {
  const { version, forward, isOwnPage } = state;
  const reach =
    forward === "off" ? "" : " It can also forward HTTP requests to servers that you allow.";
  const link = isOwnPage ? " To use it in another tab, copy a link and open it there." : "";
  return `Version ${version}.${reach}${link}`;
}

function isForeign(address: string): boolean {
  return globalThis.location?.protocol === "https:" && address.startsWith("http:");
}
