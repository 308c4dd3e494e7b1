/** Creates the client of a recorded connection: it lists what the recording holds, and sends nothing. */
import type { Clock } from "../core/clock.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { readHeaderAnnotations } from "../protocol/paramHeaders.ts";
import { traitsOf } from "../protocol/revisions.ts";
import type { Transport } from "../transport/transport.ts";
import { tookMs } from "./callTimes.ts";
import type { Connected } from "./connected.ts";
import { createDeclaredMethods } from "./declaredMethods.ts";
import { createLegacyEra, type Era } from "./era.ts";
import type { Agreement } from "./negotiation/agreement.ts";
import type { Operation } from "./operation.ts";
import { readPages } from "./pages.ts";
import type { Call } from "./session/call.ts";
import type { RequestOutcome } from "./session/outcome.ts";
import { createSession } from "./session/session.ts";
import { createResourceSubscriptions } from "./subscriptions/resourceSubscriptions.ts";
import { createSubscriptions } from "./subscriptions/subscriptions.ts";

export interface RecordedClientOptions {
  readonly agreement: Agreement;
  readonly kind: Transport["kind"];
  readonly clock: Clock;
  /** Whether all messages are there, so that what was not recorded was not asked for. */
  readonly hasAll: boolean;
  /** The recorded outcome of a list request; undefined if the recording has none. */
  readonly listed: (
    method: string,
    cursor: string | undefined,
  ) => Promise<RequestOutcome | undefined>;
}

/** Creates a client whose requests all fail with the code `closed`, except for lists. */
export function createRecordedClient(options: RecordedClientOptions): Connected {
  const { agreement, kind, clock, listed, hasAll } = options;
  const { offers, allow } = createDeclaredMethods(agreement);
  const transport = closedTransport(kind);
  const session = createSession({
    transport,
    clock,
    limits: () => ({ timeoutMs: 0, maximumMs: 0 }),
    answerInput: () => undefined,
    onNotification() {},
    onClosed() {},
  });
  session.setEra(eraOf(agreement.revision));
  void session.close();
  const subscriptions = createSubscriptions(session, clock);
  const source = {
    request: (method: string, paramsText: string | undefined) => ({
      done: listed(method, cursorOf(paramsText)).then((outcome) => outcome ?? unrecorded),
    }),
  };
  return {
    agreement,
    transport,
    session,
    subscriptions,
    // without capabilities: nothing can be subscribed to
    resourceSubscriptions: createResourceSubscriptions(
      session,
      { ...agreement, capabilities: {} },
      subscriptions,
    ),
    async list(method, member, { signal, from } = {}) {
      const pages = await readPages(source, method, member, { signal, from });
      const isEnd = pages.kind === "stopped" && pages.outcome === unrecorded;
      const cut = hasAll ? "not-asked" : "not-recorded";
      return isEnd ? { kind: "complete", items: pages.items, cut } : pages;
    },
    offers,
    allow,
    forget() {},
    onNotification: () => () => {},
    request: (method, paramsText) => operationOf(session.request(method, paramsText)),
    run(text) {
      const { entry, calls, delivered } = session.send(text);
      const [call] = calls;
      const outcomes = calls.map(({ done }) => done);
      if (call) return { ...operationOf(call), outcomes, delivered };
      const done = delivered.then((failure) => ({ kind: "sent" as const, failure }));
      return { entry, outcomes, delivered, done, cancel() {}, took: () => undefined };
    },
    excludes(tool) {
      const isMirrored = session.era().kind === "modern" && kind !== "stdio";
      return isMirrored ? readHeaderAnnotations(getOwn(tool, "inputSchema")).broken : undefined;
    },
    follow: async () => unrecorded,
  };
}

function operationOf({ entry, done, cancel }: Call): Operation {
  return {
    entry,
    done,
    cancel,
    took: (outcome) => tookMs({ startedAt: entry.at, isSingle: true, outcome }),
  };
}

/** The outcome of a request that the recording has no answer to. */
const unrecorded = { kind: "failed", failure: { code: "closed" }, ms: 0 } as const;

function cursorOf(paramsText: string | undefined): string | undefined {
  return paramsText === undefined
    ? undefined
    : (JSON.parse(paramsText) as { cursor: string }).cursor;
}

/** Requests of the modern era get no `_meta`, because nothing declares capabilities. */
function eraOf(revision: string): Era {
  const isModern = traitsOf(revision).era === "modern";
  return isModern ? { ...createLegacyEra(revision), kind: "modern" } : createLegacyEra(revision);
}

function closedTransport(kind: Transport["kind"]): Transport {
  const refused = (): never => {
    throw new Error("The session of a recording is closed, so that nothing reaches its transport.");
  };
  return {
    kind,
    abilities: { headers: "none", fidelity: "exact" },
    open: refused,
    send: refused,
    negotiated: refused,
    listen: refused,
    close: async () => {},
  };
}
