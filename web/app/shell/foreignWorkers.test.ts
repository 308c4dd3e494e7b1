import { expect, test } from "vitest";
import { formatPageHost, pageHostBytes } from "../../../shared/relay/page/pageHost.ts";
import type { BrowserStorage } from "../../platform/browserStorage.ts";
import { createMemoryStorage } from "../../platform/memoryStorage.fixture.ts";
import { removeForeignWorkers } from "./foreignWorkers.ts";

const own = formatPageHost(crypto.getRandomValues(new Uint8Array(pageHostBytes)));

/** A document of an origin with one registered worker, in a tab with this storage. */
function openDocument({
  isControlled = false,
  hostname = own,
  storage = () => createMemoryStorage(),
}: {
  isControlled?: boolean;
  hostname?: string;
  storage?: () => BrowserStorage;
} = {}) {
  const container = new EventTarget();
  const seen = { isRegistered: true, loads: 0, refusals: [] as string[] };
  const registration = {
    unregister: async () => {
      seen.isRegistered = false;
      return true;
    },
  } as ServiceWorkerRegistration;
  const mayRun = removeForeignWorkers({
    hostname,
    workers: Object.assign(container, {
      controller: isControlled ? ({} as ServiceWorker) : null,
      getRegistrations: async () => [registration],
    }),
    storage,
    loadAgain: () => seen.loads++,
    refuse: (reason) => seen.refusals.push(reason),
  });
  return { mayRun, seen, container };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a document without a controlling worker runs; registered workers are removed", async () => {
  const { mayRun, seen } = openDocument();
  expect(mayRun).toBe(true);
  await settled();
  expect(seen).toEqual({ isRegistered: false, loads: 0, refusals: [] });
});

test("a controlled document is loaded again without its worker, once", async () => {
  const stored = new Map<string, string>();
  const storage = () => createMemoryStorage(stored);
  const first = openDocument({ isControlled: true, storage });
  expect(first.mayRun).toBe(false);
  await settled();
  expect(first.seen).toEqual({ isRegistered: false, loads: 1, refusals: [] });
  const second = openDocument({ isControlled: true, storage });
  expect(second.mayRun).toBe(false);
  await settled();
  expect(second.seen).toMatchObject({ loads: 0, refusals: [expect.any(String)] });
  openDocument({ storage });
  await settled();
  expect(stored.size).toBe(0);
});

test("a controlled document without storage is refused, instead of loaded without end", async () => {
  const storage = () => {
    throw new Error("blocked");
  };
  const { seen } = openDocument({ isControlled: true, storage });
  await settled();
  expect(seen).toMatchObject({ loads: 0, refusals: [expect.any(String)] });
});

test("a worker that takes control later ends the document", async () => {
  const { seen, container } = openDocument();
  container.dispatchEvent(new Event("controllerchange"));
  await settled();
  expect(seen.loads).toBe(1);
});

test.each(["play.example", "localhost"])("the workers of %s stay", async (hostname) => {
  const { mayRun, seen } = openDocument({ isControlled: true, hostname });
  await settled();
  expect([mayRun, seen.isRegistered, seen.loads]).toEqual([true, true, 0]);
});
