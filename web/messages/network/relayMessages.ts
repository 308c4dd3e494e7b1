/** What is said of the relay in each state: what it is like, why, what to do. */
import type { RelayState } from "../../stores/relay/relayState.ts";
import type { Words } from "../errorText.ts";

const start = "Run npx mcp-playground in a terminal on this machine.";

export function relayWords(state: RelayState): Words {
  const at = new URL(state.address).host;
  switch (state.kind) {
    case "idle":
      return {
        what: "Not looked for yet",
        why: "The relay is a small program on your machine: it starts servers that are commands, and reaches those that a page cannot.",
        next: [start],
      };
    case "looking":
    case "connecting":
      return { what: `Looking for the relay at ${at}`, why: "It has a few seconds.", next: [] };
    case "tab-asked":
      return {
        what: "Use the relay session of your other tab?",
        why: `Another tab of this browser is connected to the relay at ${at}. It asks you whether this tab may use its session.`,
        next: [
          `Go to that tab and press Allow if it shows the code ${state.code}.`,
          "Or press Do not ask, and open a new link from the relay's terminal.",
        ],
      };
    case "permission-needed":
      return {
        what: "Your browser will ask you first",
        why: `This page comes from elsewhere and wants to speak to ${at}, on this machine or its network. The browser asks whether it may; without that, it cannot find the relay.`,
        next: [start, "Press Continue, and choose Allow when the browser asks."],
      };
    case "permission-denied":
      return {
        what: "The browser does not let this page speak to your machine",
        why: `It was told not to let this site speak to devices nearby, so ${at} is out of reach; the relay may well be running.`,
        next: [
          "Open the site's settings at the left of the browser's address bar and allow access to apps and devices on this machine or network.",
          "Or use the page that the relay itself serves: run npx mcp-playground and open its link. It needs no permission.",
        ],
      };
    case "not-running":
      return {
        what: `No relay answers at ${at}`,
        why: "It is not running, was stopped, or listens elsewhere.",
        next: [
          `${start} It prints where it listens.`,
          "If it listens elsewhere, correct the address below.",
          ...(isForeign(state.address)
            ? [
                "Some browsers, such as Safari, let no page on https speak to this machine: use the page that the relay serves.",
              ]
            : []),
        ],
      };
    case "wrong-version":
      return {
        what: state.isOlder
          ? "The relay is older than this page"
          : "This page is older than the relay",
        why: `The relay at ${at} has version ${state.version}; the two do not understand each other.`,
        next: state.isOlder
          ? ["Stop the relay and run npx mcp-playground@latest."]
          : ["Reload this page. If that does not help, use the page that the relay serves."],
      };
    case "pairing-needed":
      return {
        what: pairingTitle[state.link ?? "none"],
        why: `${state.reason ? `${state.reason}. ` : ""}${pairingReason[state.link ?? "none"]}`,
        next: [
          "In the relay's terminal, press L and Enter: it prints a new link. Open that one.",
          "Or pair this page: the relay's terminal shows a code, and you type it here.",
        ],
      };
    case "no-sessions":
      return {
        what: "This relay lets no further pages in",
        why: `The relay at ${at} serves everybody, or has no terminal that could show a code: it starts nothing for this page.`,
        next: [
          "If it is yours, open the link that it printed.",
          `Else: ${start} Then give its address below.`,
        ],
      };
    case "reconnecting":
      return {
        what: "The connection to the relay dropped",
        why: `Trying again (${state.attempt}). What servers say meanwhile is kept for a while.`,
        next: ["Look whether the relay is still running in its terminal."],
      };
    case "connected":
      return { what: `Connected to ${at}`, why: connectedWords(state), next: [] };
  }
}

const pairingTitle = {
  none: "The relay does not know this page",
  used: "This link was used already",
  unknown: "This link is not from the running relay",
} as const;

const pairingReason = {
  none: "It starts programs with your rights, so it listens only to pages that you let in.",
  used: "Each link of the relay lets in one page, once, so that nobody can use it again from a history or a log.",
  unknown: "Links end with the relay that printed them.",
} as const;

function connectedWords({ version, forward }: Extract<RelayState, { kind: "connected" }>): string {
  const reach =
    forward === "off" ? "" : " It also reaches HTTP servers for this page, where you agree.";
  return `Version ${version}.${reach}`;
}

function isForeign(address: string): boolean {
  return globalThis.location?.protocol === "https:" && address.startsWith("http:");
}
