import { EventEmitter } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createCounters } from "../counters.ts";
import { silentLogger } from "../logger.ts";
import { until } from "../relay.fixture.ts";
import { defaultLimits } from "../relayLimits.ts";
import { randomSecret } from "../secrets.ts";
import { openMemoryStore } from "../store/openStore.ts";
import { tunnelIdOf } from "./tunnelIds.ts";
import { createTunnelOwners, tunnelCloseCodes, tunnelWire } from "./tunnelOwners.ts";
import { createTunnelPeers } from "./tunnelPeers.ts";
import { createTunnelRecords } from "./tunnelRecords.ts";

test("a relay that a tap has left without its knowing does not end the tunnel of the other one", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await openMemoryStore({ lost() {}, found() {} });
  onTestFinished(() => store.close());
  const records = createTunnelRecords(store, defaultLimits, Date.now);
  const secret = randomSecret();

  /** A relay at which the tap is, and which nobody tells that it has moved. */
  const open = async () => {
    const time = { now: Date.now() };
    const limits = defaultLimits;
    const here = { connectHere: () => undefined, onMoved() {} };
    const locations = createTunnelPeers({ store, limits, ...here });
    const owners = createTunnelOwners({
      ...{ records, locations, limits, counters: createCounters(), logger: silentLogger },
      now: () => time.now,
    });
    onTestFinished(async () => {
      await owners.close();
      locations.close();
    });
    const heard = { texts: [] as string[], code: undefined as number | undefined };
    const { OPEN } = WebSocket;
    const socket = Object.assign(new EventEmitter(), {
      ...{ OPEN, readyState: OPEN, bufferedAmount: 0, pause() {}, resume() {} },
      send: (text: string) => void heard.texts.push(text),
      close(code: number) {
        heard.code = code;
      },
    });
    owners.serve(socket as unknown as WebSocket, () => true, "somebody");
    const hello = { kind: "hello", wire: tunnelWire, secret };
    socket.emit("message", Buffer.from(JSON.stringify(hello)), false);
    await until(() => heard.texts.length === 1);
    return { time, heard };
  };
  const passUnused = (time: { now: number }) => {
    time.now += defaultLimits.tunnelUnusedMs + 1;
    vi.advanceTimersByTime(defaultLimits.tunnelRenewMs);
  };

  const former = await open();
  const newer = await open();
  passUnused(former.time);
  expect(await until(() => former.heard.code)).toBe(tunnelCloseCodes.replaced);
  expect(await records.find(tunnelIdOf(secret))).not.toHaveProperty("hasEnded");
  expect(newer.heard.code).toBeUndefined();
  // the relay that has the tap ends it
  passUnused(newer.time);
  expect(await until(() => newer.heard.code)).toBe(tunnelCloseCodes.ended);
  expect(await records.find(tunnelIdOf(secret))).toHaveProperty("hasEnded", true);
});
