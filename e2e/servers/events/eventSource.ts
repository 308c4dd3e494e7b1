/** Events of a server by the design sketch: what happened, who listens, and answers to requests. */
import { createHash, randomUUID } from "node:crypto";
import { signWebhook, webhookKey } from "../../../shared/events/webhookSignature.ts";

type Members = Readonly<Record<string, unknown>>;

export interface Happened extends Members {
  readonly eventId: string;
  readonly name: string;
  readonly timestamp: string;
  readonly data: Members;
}

export class EventFault extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const ticketInput = {
  type: "object",
  properties: {
    priority: { type: "string", enum: ["low", "high"], description: "Only tickets of it" },
  },
};

/** `clock.ticked` has no replay: its cursors are null. */
export const eventTypes = [
  {
    name: "ticket.created",
    description: "A ticket was created",
    delivery: ["poll", "push", "webhook"],
    inputSchema: ticketInput,
    payloadSchema: { type: "object", properties: { title: { type: "string" } } },
  },
  { name: "clock.ticked", description: "A minute passed", delivery: ["push"], inputSchema: {} },
];

const pageSize = 3;

interface Subscription {
  readonly name: string;
  readonly url: string;
  readonly secret: string;
  readonly id: string;
}

export type Notify = (method: string, params: Members) => void;

export type EventSource = ReturnType<typeof createEventSource>;

/** Creates the events of one server; anybody is its one principal. */
export function createEventSource() {
  const happened: Happened[] = [];
  const streams = new Set<(event: Happened) => void>();
  const subscriptions = new Map<string, Subscription>();

  const typeOf = (params: Members, mode: string) => {
    const type = eventTypes.find(({ name }) => name === params.name);
    if (!type) throw new EventFault(-32011, "NotFound");
    if (!type.delivery.includes(mode)) throw new EventFault(-32014, "Unsupported");
    return type.name;
  };
  const head = (name: string) => (name === "clock.ticked" ? null : String(happened.length));
  const fits = (event: Happened, params: Members) => {
    const { priority } = (params.arguments ?? {}) as Members;
    return event.name === params.name && (!priority || event.data.priority === priority);
  };

  const post = async ({ url, secret, id }: Subscription, webhookId: string, content: Members) => {
    const body = new TextEncoder().encode(JSON.stringify(content));
    const timestamp = String(Math.floor(Date.now() / 1000));
    return fetch(url, {
      method: "POST",
      redirect: "error",
      headers: {
        "Content-Type": "application/json",
        "webhook-id": webhookId,
        "webhook-timestamp": timestamp,
        "webhook-signature": await signWebhook(secret, { id: webhookId, timestamp }, body),
        "X-MCP-Subscription-Id": id,
      },
      body,
    });
  };

  const verify = async (subscription: Subscription) => {
    const challenge = randomUUID();
    const content = { type: "verification", challenge };
    const response = await post(subscription, `msg_verification_${challenge}`, content);
    const echoed = (await response.json().catch(() => ({}))) as Members;
    if (echoed.challenge !== challenge) throw new EventFault(-32015, "CallbackEndpointError");
  };

  const keyOf = ({ name, arguments: args, delivery }: Members) =>
    JSON.stringify([name, args, (delivery as Members | undefined)?.url]);

  return {
    /** Makes something happen; members override those of the event. */
    async emit(name: string, data: Members, members: Members = {}) {
      const event: Happened = {
        eventId: `evt_${happened.length + 1}`,
        name,
        timestamp: new Date().toISOString(),
        data,
        ...members,
      };
      happened.push(event);
      for (const push of streams) push(event);
      const wanted = [...subscriptions.values()].filter((one) => one.name === name);
      const content = { ...event, cursor: head(name) };
      return Promise.all(wanted.map((one) => post(one, event.eventId, content)));
    },
    poll(params: Members) {
      typeOf(params, "poll");
      const { cursor, maxEvents = pageSize } = params;
      const from = cursor === null || cursor === undefined ? happened.length : Number(cursor);
      const to = Math.min(happened.length, from + Number(maxEvents));
      const events = happened.slice(from, to).filter((event) => fits(event, params));
      const hasMore = to < happened.length;
      return { events, cursor: String(to), truncated: from < 0, hasMore, nextPollMs: 1000 };
    },
    /**
     * Opens a stream and confirms it.
     * @returns what ends it
     */
    stream(params: Members, id: unknown, notify: Notify): () => void {
      const name = typeOf(params, "push");
      const _meta = { "io.modelcontextprotocol/subscriptionId": id };
      const push = (event: Happened) => {
        if (!fits(event, params)) return;
        notify("notifications/events/event", { ...event, cursor: head(name), _meta });
      };
      notify("notifications/events/active", { cursor: head(name), truncated: false, _meta });
      const { cursor } = params;
      if (typeof cursor === "string")
        for (const event of happened.slice(Number(cursor))) push(event);
      notify("notifications/events/heartbeat", { cursor: head(name), _meta });
      streams.add(push);
      return () => void streams.delete(push);
    },
    streams: () => streams.size,
    async subscribe(params: Members) {
      const name = typeOf(params, "webhook");
      const { url = "", secret = "" } = params.delivery as { url?: string; secret?: string };
      // the draft wants https; a test has none at its loopback address
      if (!/^https:|^http:\/\/127\.0\.0\.1:/.test(url) || !webhookKey(secret)) {
        throw new EventFault(-32602, "InvalidParams");
      }
      const key = keyOf(params);
      const id = `sub_${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;
      const subscription = { name, url, secret, id };
      await verify(subscription);
      subscriptions.set(key, subscription);
      const ms = Math.min(Number(params.ttlMs ?? 60_000), 60_000);
      const refreshBefore = new Date(Date.now() + ms).toISOString();
      return { id, refreshBefore, cursor: head(name), truncated: false };
    },
    unsubscribe(params: Members) {
      if (!subscriptions.delete(keyOf(params))) throw new EventFault(-32011, "NotFound");
      return {};
    },
  };
}
