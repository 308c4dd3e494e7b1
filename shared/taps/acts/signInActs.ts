/** Follows how a client over HTTP signs in, step by step, and whether it goes on then. */
import type { Entry, HttpRequestHead, HttpResponseHead } from "../../log/entry.ts";
import { findHeader } from "../../protocol/headers.ts";
import type { ClientActCode, MissingStep } from "./clientAct.ts";
import type { SessionScope, SessionWatcher } from "./watcher.ts";

interface Step {
  readonly seq: number;
  readonly at: number;
  /** What it is a request of. */
  readonly of: "metadata" | "registers" | "gets-token" | "server";
  readonly isAuthorized: boolean;
  /** Of the first message of its body. */
  readonly method: string | undefined;
}

/** An address of the metadata in `WWW-Authenticate` that a client can use. */
const namedMetadata = /resource_metadata\s*=\s*"?https?:\/\//i;

/** What a client asks without using the server. */
const greetings: ReadonlySet<string> = new Set(["initialize", "server/discover", "ping"]);

/** What a request is for, by the last part of its path: the tap sees only what is at the server's origin. */
function kindOf({ method, url }: HttpRequestHead): Step["of"] {
  const path = URL.parse(url)?.pathname ?? "";
  if (path.startsWith("/.well-known/")) return "metadata";
  if (method !== "POST") return "server";
  if (path.endsWith("/register")) return "registers";
  return path.endsWith("/token") ? "gets-token" : "server";
}

export function watchSignIn({ add, pending, isFollowed }: SessionScope): SessionWatcher {
  const steps = new Map<string, Step>();
  /** The answer that asks for a token, and what came of it. */
  let challenge: Entry | undefined;
  let isMetadataNamed = false;
  let metadata: Step | undefined;
  let hasRegistered = false;
  let hasToken = false;
  /** Whether it asked without its token. */
  let isTokenLeftOut = false;
  let hasSignedIn = false;
  /** The answer that shows that the client has a token, until it uses the server. */
  let accepted: Entry | undefined;
  let hasGoneOn = false;
  /** The newest answer to what a client greets with, until it asks for something else. */
  let greeted: Entry | undefined;
  /** The first list of tools. */
  let listed: Entry | undefined;
  let hasCalled = false;
  let refusedDiscover: Entry | undefined;
  let hasFallenBack = false;

  const sent = (entry: Entry, http: HttpRequestHead, method?: string) => {
    const isAuthorized = findHeader(http.headers, "authorization") !== undefined;
    const of = kindOf(http);
    const step = { seq: entry.seq, at: entry.at, of, isAuthorized, method };
    steps.set(entry.exchangeId ?? "", step);
    if (of === "metadata" && challenge && !metadata) {
      metadata = step;
      add("reads-metadata", "ok", [challenge.seq, step.seq], { ms: step.at - challenge.at });
    }
    if (of !== "server") return;
    if (hasToken && !isAuthorized) isTokenLeftOut = true;
    if (isAuthorized && challenge && !hasSignedIn) {
      hasSignedIn = true;
      add("signs-in", "ok", [challenge.seq, step.seq], { ms: step.at - challenge.at });
    }
  };

  const answered = (entry: Entry, step: Step, { status, headers }: HttpResponseHead) => {
    const { of, seq, isAuthorized } = step;
    if (of === "registers" || of === "gets-token") {
      const code: ClientActCode = of;
      const isDone = status < 400;
      add(code, isDone ? "ok" : "warning", [seq, entry.seq], { ms: entry.at - step.at });
      if (!isDone) return;
      if (of === "registers") {
        hasRegistered = true;
      } else {
        hasToken = true;
        accepted ??= entry;
      }
    } else if (of === "server") {
      if (status === 401 && !isAuthorized && !challenge) {
        challenge = entry;
        isMetadataNamed = namedMetadata.test(findHeader(headers, "www-authenticate") ?? "");
      }
      if (status < 400 && isAuthorized) accepted ??= entry;
    }
  };

  /** What a client that has not come with a token may not have done yet. */
  const missingOfSignIn = (): readonly MissingStep[] => {
    // what it does first is stated separately
    if (!metadata) return [];
    // so is that it has got one, and asks for nothing
    if (hasToken) return isTokenLeftOut ? ["authorization"] : [];
    // a client may be known without registering, and its authorization server may be elsewhere
    return hasRegistered ? ["token"] : ["registration", "token"];
  };

  const missingOfUse = (): readonly MissingStep[] => {
    if (greeted) return ["list"];
    return hasSignedIn || isTokenLeftOut ? [] : ["request"];
  };

  return {
    message({ head, entry, from }) {
      const { http, direction, exchangeId } = entry;
      if (from === "client" && http && head.kind === "request") {
        const { method } = head;
        if (entry.heads[0] === head) sent(entry, http, method);
        if (refusedDiscover && !hasFallenBack && method !== "server/discover") {
          hasFallenBack = true;
          const ms = entry.at - refusedDiscover.at;
          add("falls-back", "ok", [refusedDiscover.seq, entry.seq], { ms });
        }
        if (accepted && !hasGoneOn && !greetings.has(method)) {
          hasGoneOn = true;
          add("goes-on", "ok", [accepted.seq, entry.seq], { ms: entry.at - accepted.at });
        }
        if (!greetings.has(method)) greeted = undefined;
        if (listed && !hasCalled && method === "tools/call") {
          hasCalled = true;
          add("calls", "ok", [listed.seq, entry.seq], { ms: entry.at - listed.at });
        }
      } else if (direction === "in" && from === "server") {
        const asked = steps.get(exchangeId ?? "")?.method;
        if (head.kind === "error" && asked === "server/discover") refusedDiscover ??= entry;
        if (head.kind !== "result") return;
        if (asked === "initialize" || asked === "server/discover") greeted = entry;
        if (asked === "tools/list") listed ??= entry;
      }
    },
    entry(entry) {
      if (entry.kind === "http-request") sent(entry, entry.http);
      if (entry.kind !== "http-response") return;
      const step = steps.get(entry.exchangeId ?? "");
      if (step) answered(entry, step, entry.http);
    },
    end() {
      // a client that signs in begins another session
      if (challenge && !hasSignedIn && !isFollowed(challenge.at)) {
        const missing = isMetadataNamed ? "discovery" : "challenge";
        if (!metadata) pending("reads-metadata", challenge, "", [missing]);
        pending("signs-in", challenge, "", missingOfSignIn());
      }
      if (accepted && !hasGoneOn && !isFollowed(accepted.at)) {
        pending("goes-on", accepted, "", missingOfUse());
      } else if (greeted && !challenge && !accepted && !isFollowed(greeted.at)) {
        pending("goes-on", greeted, "initialize", missingOfUse());
      }
      if (listed && !hasCalled && !isFollowed(listed.at)) {
        // a call needs somebody who asks for it, so it is never overdue
        add("calls", "open", [listed.seq], { missing: ["call"] });
      }
      if (refusedDiscover && !hasFallenBack && !isFollowed(refusedDiscover.at)) {
        pending("falls-back", refusedDiscover, "", ["greeting"]);
      }
    },
  };
}
