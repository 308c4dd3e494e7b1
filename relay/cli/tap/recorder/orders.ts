/** Passes the orders of pages on to the tap: the newest rules of a relay that is there hold. */
import type { Writable } from "node:stream";
import * as v from "valibot";
import { noRules, type TapOrder, tapOrder } from "../../../../shared/taps/tapOrders.ts";
import type { Orders } from "./relays.ts";

type Rules = Extract<TapOrder, { order: "rules" }>;

/** @param target what the tap reads, one order in a line */
export function createOrders(target: Writable): Orders {
  /** By relay, the newest last. */
  const rules = new Map<object, Rules>();
  target.on("error", () => {});
  const send = (order: TapOrder) => target.write(`${JSON.stringify(order)}\n`);
  return {
    take(relay, value) {
      const { success, output: order } = v.safeParse(tapOrder, value);
      if (!success) return;
      if (order.order === "rules") {
        rules.delete(relay);
        rules.set(relay, order);
      }
      send(order);
    },
    leave(relay) {
      if (!rules.delete(relay)) return;
      send([...rules.values()].at(-1) ?? { order: "rules", ...noRules });
    },
  };
}
