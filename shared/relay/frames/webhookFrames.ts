/** The text frames about webhook receivers: addresses of the relay at which servers deliver events to a page. */
import * as v from "valibot";
import { webhookRefusals } from "../../events/webhookSignature.ts";
import { streamId } from "./streamId.ts";

/** Why there is no receiver. */
const receiverCodes = [
  /** The page, or the relay, has as many receivers as it may have. */
  "too-many",
  /** The secret is not one of Standard Webhooks. */
  "bad-secret",
  /** Its time is over. */
  "expired",
] as const;

export type ReceiverCode = (typeof receiverCodes)[number];

export const webhookPageMessages = [
  /** Opens a receiver, whose address is derived from the secret; the relay keeps both in memory only. */
  v.object({
    kind: v.literal("receive"),
    id: streamId,
    secret: v.pipe(v.string(), v.maxLength(200)),
  }),
  v.object({ kind: v.literal("stop-receiving"), id: streamId }),
] as const;

export const webhookRelayMessages = [
  v.object({
    kind: v.literal("receiving"),
    id: streamId,
    url: v.string(),
    /** Whether only programs on the relay's machine reach the address. */
    isLocal: v.boolean(),
  }),
  v.object({
    kind: v.literal("not-receiving"),
    id: streamId,
    code: v.picklist(receiverCodes),
  }),
  /** A delivery with a right signature; the body is the text of a JSON object. */
  v.object({ kind: v.literal("delivered"), id: streamId, body: v.string() }),
  /** A delivery that was not accepted. */
  v.object({
    kind: v.literal("delivery-refused"),
    id: streamId,
    code: v.picklist([...webhookRefusals, "too-large", "not-json"]),
  }),
] as const;

/** Why a delivery was refused. */
export type DeliveryRefusal = Extract<
  v.InferOutput<(typeof webhookRelayMessages)[number]>,
  { readonly kind: "delivery-refused" }
>["code"];
