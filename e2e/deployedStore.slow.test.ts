import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRelay, temporaryFolder, until } from "../relay/relay.fixture.ts";
import { openStore } from "../relay/store/openStore.ts";
import { needs, startRedis } from "../relay/systemPrograms.fixture.ts";
import { projectRoot } from "./runScript.ts";

/** The options of Redis in compose.yaml, without its folder. */
function deployedSettings(): string[] {
  const compose = readFileSync(join(projectRoot, "compose.yaml"), "utf8");
  const [, lines = ""] = /- redis-server\n((?: {6}- .*\n)+)/.exec(compose) ?? [];
  const words = [...lines.matchAll(/- (.*)/g)].map(([, word = ""]) =>
    word.replace(/^"(.*)"$/, "$1"),
  );
  expect(words.splice(words.indexOf("--dir"), 2)).toEqual(["--dir", "/data"]);
  return words;
}

const id = "abcdefghijklmnopqrstuv";

if (!needs("redis-server").skip) {
  test("a sealed link opens after the store of compose.yaml was restarted", async () => {
    const dir = temporaryFolder();
    const settings = deployedSettings();
    const first = await startRedis({ dir, settings });
    const store = await openStore(first.url, () => {});
    onTestFinished(() => store.close());
    const relay = await openRelay({ store, blobs: true });
    const at = `${relay.url}/api/blobs/${id}`;
    const headers = { Origin: relay.origin };
    const stored = await fetch(`${at}?ttl=86400`, { method: "PUT", body: "sealed", headers });
    const { deleteToken } = (await stored.json()) as { deleteToken: string };

    first.redis.kill("SIGTERM");
    await once(first.redis, "exit");
    expect((await fetch(at)).status).toBe(503);
    await startRedis({ dir, settings, port: first.port });
    const ready = async () => (await fetch(`${relay.url}/api/ready`)).status === 200;
    for (let isReady = false; !isReady; isReady = await ready()) {
      await until(() => true);
    }
    expect(await (await fetch(at)).text()).toBe("sealed");
    // it counts against the quota as before, expires, and its owner can delete it
    expect((await fetch(at, { method: "PUT", body: "other", headers })).status).toBe(409);
    const authorization = { ...headers, Authorization: `Bearer ${deleteToken}` };
    expect((await fetch(at, { method: "DELETE", headers: authorization })).status).toBe(204);
    expect((await fetch(at)).status).toBe(404);
  });
}
