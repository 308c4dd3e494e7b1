/** How it stands between this page and the relay. */
import type { RelayFacts } from "../../../shared/relay/frames/frames.ts";
import type { LinkTokenProblem } from "./relaySessions.ts";

/** `address` is where the relay is, ending in a slash. */
export type RelayState =
  /** Nothing on this page has needed it yet. */
  | { readonly kind: "idle"; readonly address: string }
  | { readonly kind: "looking"; readonly address: string }
  /** The browser will ask the person whether this page may speak to this machine. */
  | { readonly kind: "permission-needed"; readonly address: string }
  /** The browser was told that it may not. */
  | { readonly kind: "permission-denied"; readonly address: string }
  /** Another tab has a session, and asks the user whether this one may use it. */
  | { readonly kind: "tab-asked"; readonly address: string; readonly code: string }
  /** Nobody answers, or somebody else does. */
  | { readonly kind: "not-running"; readonly address: string }
  | {
      readonly kind: "wrong-version";
      readonly address: string;
      readonly version: string;
      /** Whether the relay is the one that is behind. */
      readonly isOlder: boolean;
    }
  | {
      readonly kind: "pairing-needed";
      readonly address: string;
      readonly version: string;
      /** The relay's own words, where it turned an earlier session away. */
      readonly reason: string | undefined;
      /** Why the link that opened the page did not let it in. */
      readonly link?: LinkTokenProblem | undefined;
    }
  /** It serves pages, and starts nothing for them. */
  | { readonly kind: "no-sessions"; readonly address: string; readonly version: string }
  | { readonly kind: "connecting"; readonly address: string }
  | { readonly kind: "reconnecting"; readonly address: string; readonly attempt: number }
  | {
      readonly kind: "connected";
      readonly address: string;
      readonly version: string;
      /** Where it forwards HTTP to. */
      readonly forward: RelayFacts["forward"];
    };

/** Where a relay is that nobody was told anything else about. */
export const usualAddress = "http://127.0.0.1:6280/";

/**
 * Reads an address as people write it: the scheme may be left out, as may the slash.
 * @returns undefined where it is no address of http or https
 */
export function readRelayAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  // a link that the terminal printed carries a key, which is not part of the address
  url.hash = "";
  url.search = "";
  url.username = "";
  url.password = "";
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}
