/** The state between this page and the relay. */
import type { RelayFacts } from "../../../shared/relay/frames/frames.ts";
import type { LinkTokenProblem } from "./relaySessions.ts";

/** `address` is the relay's URL, ending in a slash. */
export type RelayState =
  /** Nothing on this page has needed the relay yet. */
  | { readonly kind: "idle"; readonly address: string }
  | { readonly kind: "looking"; readonly address: string }
  /** The browser will ask the user for permission to contact this machine. */
  | { readonly kind: "permission-needed"; readonly address: string }
  /** The user denied that permission. */
  | { readonly kind: "permission-denied"; readonly address: string }
  /** The relay does not respond, or something else does. */
  | { readonly kind: "not-running"; readonly address: string }
  | {
      readonly kind: "wrong-version";
      readonly address: string;
      readonly version: string;
      /** Whether the relay is the one that is out of date. */
      readonly isOlder: boolean;
    }
  | {
      readonly kind: "pairing-needed";
      readonly address: string;
      readonly version: string;
      /** Whether the relay served this page, which then needs a link; others are paired by a code. */
      readonly isOwnPage: boolean;
      /** The relay's reason for refusing an earlier session. */
      readonly reason: string | undefined;
      /** Why the token of the link that opened the page was refused. */
      readonly link?: LinkTokenProblem | undefined;
    }
  /** It serves pages, but starts no processes for them. */
  | { readonly kind: "no-sessions"; readonly address: string; readonly version: string }
  | { readonly kind: "connecting"; readonly address: string }
  | { readonly kind: "reconnecting"; readonly address: string; readonly attempt: number }
  | {
      readonly kind: "connected";
      readonly address: string;
      /** Whether the relay served this page, so that it has links for other tabs. */
      readonly isOwnPage: boolean;
      readonly version: string;
      /** Which networks it forwards HTTP to. */
      readonly forward: RelayFacts["forward"];
    };

/** The default address of a relay. */
export const usualAddress = "http://127.0.0.1:6280/";

/**
 * Parses an address as users write it: scheme and trailing slash are optional.
 * @returns undefined if it is not an http or https URL
 */
export function readRelayAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  // A link printed by the terminal contains a token, which is not part of the address.
  url.hash = "";
  url.search = "";
  url.username = "";
  url.password = "";
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
}
