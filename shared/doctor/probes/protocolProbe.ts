/** Explains why the handshake, the revision or the session failed. */
import type { Entry } from "../../log/entry.ts";
import type { RevisionRefusal } from "../../protocol/failures/refusal.ts";
import { findHeader } from "../../protocol/headers.ts";
import { type DoctorProbe, finding } from "../probe.ts";

export const protocolProbe: DoctorProbe = {
  name: "protocol",
  applies: () => true,
  async run({ failure, entries }) {
    switch (failure?.code) {
      case "handshake":
        return [refused(failure.refusal, undefined)];
      case "revision-not-supported":
        return [refused(failure.refusal, failure.revision)];
      case "session-lost":
        return [finding("session-not-kept", { status: failure.status })];
      case "no-answer":
      case "stream-broken":
        return [finding("not-answered", { why: failure.code })];
      case "http-status":
        return isLostSession(failure, entries)
          ? [finding("session-not-kept", { status: failure.status })]
          : "unmeasured";
      case "initialized-refused": {
        const { status, body } = failure;
        return isLostSession(failure, entries)
          ? [finding("session-not-kept", { status })]
          : [finding("initialized-refused", { status, body })];
      }
      case undefined:
        return [];
      default:
        return "unmeasured";
    }
  },
};

/** Servers answer 404 to a session that they do not know; many answer 400. */
function isLostSession(
  { status, body }: { readonly status: number; readonly body: string },
  entries: readonly Entry[],
): boolean {
  const hadSession = entries.some(
    (entry) =>
      entry.kind === "http-response" &&
      findHeader(entry.http.headers, "mcp-session-id") !== undefined,
  );
  return hadSession && (status === 404 || (status === 400 && /session|initialized/i.test(body)));
}

function refused(refusal: RevisionRefusal, asked: string | undefined) {
  switch (refusal.kind) {
    case "unsupported":
      return finding("revision-unsupported", { asked, supported: refusal.supported.join(", ") });
    case "error": {
      const { code, message } = refusal;
      return finding("initialize-refused", { asked, code, message });
    }
    case "status":
      return finding("initialize-refused", { asked, status: refusal.status });
    default:
      return finding("initialize-invalid", { asked, why: refusal.kind });
  }
}
