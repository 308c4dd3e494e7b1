/** Follows how a client over HTTP signs in, step by step, and whether it goes on then. */
import type { Entry, HttpRequestHead } from "../../log/entry.ts";
import { findHeader } from "../../protocol/headers.ts";
import type { ClientActCode } from "./clientAct.ts";
import type { SessionScope, SessionWatcher } from "./watcher.ts";

interface Step {
  readonly seq: number;
  readonly at: number;
  /** What it is a request of. */
  readonly of: "metadata" | "registers" | "gets-token" | "server";
  readonly hasToken: boolean;
  readonly isDiscover: boolean;
}

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
  let metadata: Step | undefined;
  let hasSignedIn = false;
  /** The answer that shows that the client has a token, until it uses the server. */
  let accepted: Entry | undefined;
  let hasGoneOn = false;
  let refusedDiscover: Entry | undefined;
  let hasFallenBack = false;

  const sent = (entry: Entry, http: HttpRequestHead, isDiscover: boolean) => {
    const hasToken = findHeader(http.headers, "authorization") !== undefined;
    const of = kindOf(http);
    const step = { seq: entry.seq, at: entry.at, of, hasToken, isDiscover };
    steps.set(entry.exchangeId ?? "", step);
    if (of === "metadata" && challenge && !metadata) {
      metadata = step;
      add("reads-metadata", "ok", [challenge.seq, step.seq], { ms: step.at - challenge.at });
    }
    if (of === "server" && hasToken && challenge && !hasSignedIn) {
      hasSignedIn = true;
      add("signs-in", "ok", [challenge.seq, step.seq], { ms: step.at - challenge.at });
    }
  };

  const answered = (entry: Entry, step: Step, status: number) => {
    const { of, seq, hasToken } = step;
    if (of === "registers" || of === "gets-token") {
      const code: ClientActCode = of;
      const isDone = status < 400;
      add(code, isDone ? "ok" : "warning", [seq, entry.seq], { ms: entry.at - step.at });
      if (of === "gets-token" && isDone) accepted ??= entry;
    } else if (of === "server") {
      if (status === 401 && !hasToken) challenge ??= entry;
      if (status < 400 && hasToken) accepted ??= entry;
    }
  };

  return {
    message({ head, entry, from }) {
      const { http, direction, exchangeId } = entry;
      if (from === "client" && http && head.kind === "request") {
        const { method } = head;
        if (entry.heads[0] === head) sent(entry, http, method === "server/discover");
        if (refusedDiscover && !hasFallenBack && method !== "server/discover") {
          hasFallenBack = true;
          const ms = entry.at - refusedDiscover.at;
          add("falls-back", "ok", [refusedDiscover.seq, entry.seq], { ms });
        }
        if (accepted && !hasGoneOn && !greetings.has(method)) {
          hasGoneOn = true;
          add("goes-on", "ok", [accepted.seq, entry.seq], { ms: entry.at - accepted.at });
        }
      } else if (direction === "in" && from === "server" && head.kind === "error") {
        if (steps.get(exchangeId ?? "")?.isDiscover) refusedDiscover ??= entry;
      }
    },
    entry(entry) {
      if (entry.kind === "http-request") sent(entry, entry.http, false);
      if (entry.kind !== "http-response") return;
      const step = steps.get(entry.exchangeId ?? "");
      if (step) answered(entry, step, entry.http.status);
    },
    end() {
      // a client that signs in begins another session
      if (challenge && !hasSignedIn && !isFollowed(challenge.at)) {
        if (!metadata) pending("reads-metadata", challenge, "");
        pending("signs-in", challenge, "");
      }
      if (accepted && !hasGoneOn && !isFollowed(accepted.at)) pending("goes-on", accepted, "");
      if (refusedDiscover && !hasFallenBack && !isFollowed(refusedDiscover.at)) {
        pending("falls-back", refusedDiscover, "");
      }
    },
  };
}
