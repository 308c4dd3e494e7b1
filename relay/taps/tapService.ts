/** Shows pages the taps of this user, and passes on what they record. */

import * as v from "valibot";
import type { ClientServer } from "../../shared/relay/frames/tapFrames.ts";
import { tapOrder } from "../../shared/taps/tapOrders.ts";
import type { FrameService } from "../ws/frameService.ts";
import type { TapController, Taps } from "./taps.ts";

/** Parts of taps that a page waits for at once. */
const maxReads = 200;

/**
 * @param taps undefined where there are none
 * @param findClients reads the configurations of clients when a page asks for them
 * @param words start a tap, before the command of its server
 */
export function createTapService(
  taps: Taps | undefined,
  findClients: (() => readonly ClientServer[]) | undefined,
  words: readonly string[] | undefined,
): FrameService {
  return (page) => {
    let leaveTaps = () => {};
    let isOpen = true;
    let reads = 0;
    /** Of the taps that the page decides about, by id. */
    const controllers = new Map<string, TapController>();
    const controllerOf = (id: string, tap: string): TapController => {
      const known = controllers.get(tap);
      if (known) return known;
      const controller: TapController = {
        report: (report) => page.sendMessage({ kind: "tap-report", id, report }),
        end(reason) {
          controllers.delete(tap);
          if (isOpen) page.sendMessage({ kind: reason === "taken" ? "tap-taken" : "tap-gone", id });
        },
      };
      controllers.set(tap, controller);
      return controller;
    };
    const sendTaps = () =>
      page.sendMessage({
        kind: "taps",
        taps: taps?.list() ?? [],
        recordings: taps?.recordings() ?? [],
        ...(findClients ? { canFindClients: true } : {}),
      });
    return {
      message(message) {
        if (message.kind === "watch-taps") {
          leaveTaps();
          leaveTaps = taps?.subscribe(sendTaps) ?? leaveTaps;
          sendTaps();
          return true;
        }
        if (message.kind === "find-clients") {
          const command = words ? { command: words } : {};
          if (findClients)
            page.sendMessage({ kind: "clients", servers: findClients(), ...command });
          return true;
        }
        if (message.kind === "order-tap") {
          const { id, tap } = message;
          const { success, output: order } = v.safeParse(tapOrder, message.order);
          if (success) taps?.order(tap, controllerOf(id, tap), order);
          return true;
        }
        if (message.kind !== "read-tap") return false;
        const { id, tap, from } = message;
        if (!taps || reads >= maxReads) {
          page.sendMessage({ kind: "tap-gone", id });
          return true;
        }
        reads++;
        taps.read(tap, from, (answer) => {
          reads--;
          if (!isOpen) return;
          page.sendMessage(answer ? { kind: "tap-part", id, ...answer } : { kind: "tap-gone", id });
        });
        return true;
      },
      leave() {
        isOpen = false;
        leaveTaps();
        for (const [tap, controller] of controllers) taps?.release(tap, controller);
      },
    };
  };
}
