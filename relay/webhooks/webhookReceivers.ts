/** Receives webhooks for pages: verifies each delivery, shows it to its page, and passes nothing on. */
import { createHash } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Clock } from "../../shared/core/clock.ts";
import { getOwn } from "../../shared/core/json/getOwn.ts";
import { parseJsonObject } from "../../shared/core/json/jsonObject.ts";
import { verifyWebhook, webhookKey } from "../../shared/events/webhookSignature.ts";
import type { StreamId } from "../../shared/relay/frames/streamId.ts";
import type { DeliveryRefusal } from "../../shared/relay/frames/webhookFrames.ts";
import { isOfBrowser, sandboxHeaders } from "../http/messageHeaders.ts";
import { callerOf, isRefusal, type OriginPolicy } from "../http/originPolicy.ts";
import { createRateLimiter } from "../http/rateLimiter.ts";
import type { RelayLimits } from "../relayLimits.ts";
import type { Store } from "../store/store.ts";
import type { FrameService, Page } from "../ws/frameService.ts";

interface WebhookOptions {
  readonly originPolicy: OriginPolicy;
  readonly publicUrl: URL | undefined;
  /** The address that only this machine has; used where there is no public one. */
  readonly localUrl: () => string;
  readonly isDraining: () => boolean;
  readonly limits: RelayLimits;
  /** Counts the deliveries of each receiver. */
  readonly store: Store;
  /** `epochNow` in milliseconds since 1970. */
  readonly clock: Pick<Clock, "after"> & { readonly epochNow: () => number };
}

export interface WebhookReceivers {
  readonly service: FrameService;
  /** Whether a request is for a receiver, also for one that does not exist. */
  owns(request: IncomingMessage): boolean;
  readonly listener: RequestListener;
}

interface Receiver {
  readonly page: Page;
  readonly id: StreamId;
  readonly secret: string;
  readonly stop: () => void;
  /** Bodies that are being read. */
  reading: number;
}

const pathPattern = /^\/webhook\/([\w-]{22})$/;

/** Bodies of one receiver that are read at once. */
const maxReading = 8;

/** Characters of a challenge that is sent back. */
const maxChallenge = 1000;

const refusals: Readonly<Record<DeliveryRefusal, readonly [status: number, reason: string]>> = {
  "header-missing": [400, "webhook-id, webhook-timestamp and webhook-signature are needed."],
  "not-fresh": [401, "webhook-timestamp is more than five minutes away from now."],
  "wrong-signature": [401, "No signature is right."],
  "too-large": [413, "The body is too large."],
  "not-json": [400, "The body is not a JSON object."],
};

/**
 * The address of a secret's receiver; whoever has it cannot sign.
 * @param secret `whsec_…`
 */
function idOf(secret: string): string {
  const digest = createHash("sha256").update(`webhook receiver\n${secret}`).digest();
  return digest.subarray(0, 16).toString("base64url");
}

/** Creates the receivers of one relay; nothing is received before a page asks for it. */
export function createWebhookReceivers(options: WebhookOptions): WebhookReceivers {
  const { originPolicy, publicUrl, localUrl, isDraining, limits, clock } = options;
  const deliveries = createRateLimiter(options.store, {
    name: "webhook",
    limit: limits.webhooksPerMinute,
    windowMs: 60_000,
  });
  const receivers = new Map<string, Receiver>();

  const service: FrameService = (page) => {
    const receiverIds = new Map<StreamId, string>();
    const stop = (id: StreamId) => {
      const name = receiverIds.get(id);
      if (name === undefined) return;
      receiverIds.delete(id);
      const receiver = receivers.get(name);
      if (receiver?.page !== page || receiver.id !== id) return;
      receiver.stop();
      receivers.delete(name);
    };
    const open = (id: StreamId, secret: string) => {
      const refuse = (code: "too-many" | "bad-secret" | "expired") =>
        page.sendMessage({ kind: "not-receiving", id, code });
      stop(id);
      if (!webhookKey(secret)) return refuse("bad-secret");
      const name = idOf(secret);
      // after a lost socket, the same page may be here before its former socket is closed
      const before = receivers.get(name);
      const isFull =
        receiverIds.size >= limits.receiversPerPage ||
        (!before && receivers.size >= limits.receivers);
      if (isFull || (before && before.page.session !== page.session)) return refuse("too-many");
      before?.stop();
      const stopTimer = clock.after(limits.receiverMs, () => {
        stop(id);
        refuse("expired");
      });
      receiverIds.set(id, name);
      receivers.set(name, {
        page,
        id,
        secret,
        stop: stopTimer,
        reading: 0,
      });
      page.sendMessage({
        kind: "receiving",
        id,
        url: new URL(`webhook/${name}`, publicUrl ?? localUrl()).href,
        isLocal: publicUrl === undefined,
      });
    };
    return {
      message(message) {
        if (message.kind === "receive") open(message.id, message.secret);
        else if (message.kind === "stop-receiving") stop(message.id);
        else return false;
        return true;
      },
      leave() {
        for (const id of [...receiverIds.keys()]) stop(id);
      },
    };
  };

  /** @returns what is sent in the answer besides an empty body */
  const receive = async (
    receiver: Receiver,
    request: IncomingMessage,
  ): Promise<{ readonly challenge: string } | DeliveryRefusal | undefined> => {
    const bytes = await readBody(request, limits.webhookBytes);
    if (!bytes) return "too-large";
    const headers = {
      id: headerOf(request, "webhook-id"),
      timestamp: headerOf(request, "webhook-timestamp"),
      signature: headerOf(request, "webhook-signature"),
    };
    const refusal = await verifyWebhook(receiver.secret, headers, bytes, clock.epochNow() / 1000);
    if (refusal) return refusal;
    const body = bytes.toString();
    const value = Buffer.from(body).equals(bytes) ? parseJsonObject(body) : undefined;
    if (!value) return "not-json";
    // it may have ended while the body was read
    if (receivers.get(idOf(receiver.secret)) !== receiver) return undefined;
    receiver.page.sendMessage({ kind: "delivered", id: receiver.id, body });
    const challenge = getOwn(value, "challenge");
    const isAsked = value.type === "verification" && typeof challenge === "string";
    return isAsked ? { challenge: challenge.slice(0, maxChallenge) } : undefined;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const caller = callerOf(request, { upgrade: false, pairing: false });
    // a program sends no Origin; its host is checked as that of a download
    const verdict = await originPolicy.evaluate({ ...caller, method: "GET" });
    if (isRefusal(verdict)) return refuse(response, verdict.status, verdict.reason);
    if (isOfBrowser(request.headers, []))
      return refuse(response, 403, "This address is for servers.");
    const receiver = receivers.get(pathPattern.exec(request.url ?? "")?.[1] ?? "");
    if (!receiver) return refuse(response, 404, "Nobody receives at this address.");
    if (request.method !== "POST") return refuse(response, 405, "Deliveries are sent by POST.");
    if (isDraining()) return refuse(response, 503, "The relay is being stopped.");
    const seconds = await deliveries.hit(idOf(receiver.secret));
    if (seconds > 0) return refuse(response, 429, "Too many deliveries.", seconds);
    if (receiver.reading >= maxReading) return refuse(response, 429, "Too many deliveries.", 1);
    receiver.reading++;
    const answer = await receive(receiver, request).finally(() => receiver.reading--);
    if (typeof answer === "string") {
      receiver.page.sendMessage({ kind: "delivery-refused", id: receiver.id, code: answer });
      return refuse(response, ...refusals[answer]);
    }
    if (!answer) return void response.writeHead(204, ownHeaders).end();
    response.writeHead(200, [...ownHeaders, "Content-Type", "application/json"]);
    response.end(JSON.stringify(answer));
  };

  return {
    service,
    owns: ({ url = "" }) => url.startsWith("/webhook/"),
    // the request may have been broken off
    listener: (request, response) => void serve(request, response).catch(() => response.destroy()),
  };
}

const ownHeaders = [...sandboxHeaders, "Cache-Control", "no-store"];

/** @param retryAfter seconds */
function refuse(
  response: ServerResponse,
  status: number,
  reason: string,
  retryAfter?: number,
): void {
  // what is left of the body is not read
  const headers = [...ownHeaders, "Content-Type", "text/plain", "Connection", "close"];
  if (retryAfter !== undefined) headers.push("Retry-After", String(retryAfter));
  response.writeHead(status, headers).end(reason);
}

/** A header that is there once; empty otherwise. */
function headerOf(request: IncomingMessage, name: string): string {
  const values = request.headersDistinct[name];
  return values?.length === 1 ? (values[0] ?? "") : "";
}

/** @returns undefined if the body is larger than the limit */
async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"]) > limit) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
