import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeServer } from "../../../e2e/servers/editable.ts";
import { startAgent } from "../../../relay/cli/agent/agent.fixture.ts";
import { recordingsIn } from "../../../relay/cli/tap/tap.fixture.ts";
import { script, temporaryFolder, until } from "../../../relay/relay.fixture.ts";
import { decodeText } from "../../../shared/core/bytes.ts";
import { openPage, startRelay } from "./taps.fixture.ts";

const token = "qJ7v9TzL2mXw4RbN8cYd";

/** An agent whose data folder is that of a relay, and a page of this relay. */
async function startBoth() {
  const state = temporaryFolder();
  vi.stubEnv("XDG_STATE_HOME", state);
  onTestFinished(() => void vi.unstubAllEnvs());
  const page = await openPage(await startRelay(state), []);
  const path = await writeServer(join(state, "server"), {
    tools: [
      {
        name: "read_note",
        annotations: { readOnlyHint: true },
        answer: "JSON.stringify(process.env.NOTES_TOKEN)",
      },
    ],
  });
  const agent = await startAgent(["--", `NOTES_TOKEN=${token}`, process.execPath, path]);
  const opened = () => {
    const [server] = page.servers();
    return page.stores.sessions.recordings.getState().opened.get(server?.id ?? "");
  };
  return { state, page, agent, opened };
}

test("what an agent does is announced, and shown while it happens once the user wants it", async () => {
  const { state, page, agent, opened } = await startBoth();
  await agent.use("connect");
  const [name] = await until(() => {
    const { waiting } = page.taps.getState();
    return waiting.length > 0 ? waiting : undefined;
  });
  expect(name).toMatch(/ \(agent\)$/);
  expect(page.taps.getState().agents).toEqual(new Set([name]));
  expect(page.servers()).toEqual([]);

  page.taps.show(name ?? "");
  await until(() => page.methods().includes("tools/list"));
  await agent.use("call", { tool: "read_note" });
  await until(() => page.methods().includes("tools/call"));
  await until(() => opened()?.client !== undefined);
  expect(opened()).toMatchObject({ source: "tap", isOfAgent: true, live: { kind: "live" } });
  // it takes no orders
  expect(page.controls.getState().size).toBe(0);

  const { log } = page.stores.traffic;
  const read = async () => {
    const texts = await Promise.all(log.snapshot().entries.map(({ seq }) => log.read(seq)));
    return texts.map(decodeText).join("\n");
  };
  // the answer has the token, masked
  await expect.poll(read).toContain("••••••••");
  expect(await read()).not.toContain(token);
  // the agent writes a recording when it is asked for one
  expect(recordingsIn(state)).toEqual([]);

  const before = opened()?.connectionId;
  await agent.use("restart");
  await until(() => opened()?.connectionId !== before);
  expect(page.servers()).toHaveLength(1);
  await agent.use("disconnect", { connection: "c1" });
  await until(() => opened()?.live?.kind === "ended");
});

test("an agent that ends has shown everything", async () => {
  const { page, agent, opened } = await startBoth();
  await agent.use("connect");
  const [name = ""] = await until(() => {
    const { waiting } = page.taps.getState();
    return waiting.length > 0 ? waiting : undefined;
  });
  page.taps.show(name);
  await until(() => page.methods().includes("tools/list"));
  await agent.use("call", { tool: "read_note" });
  await agent.leave();
  await until(() => opened()?.live?.kind === "ended");
  expect(opened()?.live).toMatchObject({ reason: "owner" });
  expect(page.methods()).toContain("tools/call");
  expect(page.taps.getState().waiting).toEqual([]);
});

test("a server whose answers are nested deeply does not end the agent's tool", async () => {
  const state = temporaryFolder();
  vi.stubEnv("XDG_STATE_HOME", state);
  onTestFinished(() => void vi.unstubAllEnvs());
  const page = await openPage(await startRelay(state), []);
  const { command, args = [] } = script(`
    import { createInterface } from "node:readline";
    const deep = '{"a":'.repeat(20000) + "1" + "}".repeat(20000);
    for await (const line of createInterface({ input: process.stdin })) {
      const { id, method } = JSON.parse(line);
      const result = method === "initialize"
        ? '{"protocolVersion":"2025-11-25","capabilities":' + deep + ',"serverInfo":{"name":"deep","version":"1"}}'
        : undefined;
      const answer = result ? '"result":' + result : '"error":{"code":-32601,"message":"no"}';
      if (id !== undefined) console.log('{"jsonrpc":"2.0","id":' + id + "," + answer + "}");
    }`);
  const agent = await startAgent(["--", command, ...args]);
  const connecting = agent.use("connect");
  const [name = ""] = await until(() => {
    const { waiting } = page.taps.getState();
    return waiting.length > 0 ? waiting : undefined;
  });
  page.taps.show(name);
  await until(() => page.methods().includes("initialize"));
  await connecting;
  expect(await agent.leave()).toBe(0);
});
