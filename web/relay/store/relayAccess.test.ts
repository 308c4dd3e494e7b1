import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { wireVersion } from "../../../shared/relay/frames/frames.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { createRelayAccess } from "./relayAccess.ts";

/** A relay that allows pairing and responds when the test resolves it. */
async function startCardServer() {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const server = createServer(async (_, response) => {
    asked.resolve();
    await go.promise;
    const card = { name: "mcp-playground", version: "1", wire: wireVersion, pairing: "needed" };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, asked: asked.promise, go: go.resolve };
}

function createAccess(base: string) {
  const kept = new Map<string, string>();
  return createRelayAccess({
    base,
    sessions: {
      find: async () => undefined,
      has: () => false,
      keep() {},
      forget() {},
      linkProblem: () => undefined,
      createLink: async () => undefined,
    },
    storage: createMemoryStorage(kept),
    fetch,
    clock: systemClock,
    permission: async () => "granted",
  });
}

test("the result of an older look-up does not replace a relay that was entered since", async () => {
  const [former, named] = [await startCardServer(), await startCardServer()];
  const access = createAccess("http://127.0.0.1:9/");
  access.use(former.address);
  const first = access.look();
  await former.asked;
  access.use(named.address);
  named.go();
  await access.look();
  expect(access.state.getState()).toMatchObject({ kind: "pairing-needed", address: named.address });
  former.go();
  await first;
  expect(access.state.getState()).toMatchObject({ kind: "pairing-needed", address: named.address });
});
