import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import type { RecordedEntry } from "../../../../shared/recording/entries/recordedEntry.ts";
import { until } from "../../../relay.fixture.ts";
import { recordingsIn } from "../tap.fixture.ts";
import { freePort, startHttpTap, startHttpTapAt } from "./httpRestart.fixture.ts";

type Tap = Awaited<ReturnType<typeof startHttpTap>>;

async function connect({ url }: Tap) {
  const client = new Client({ name: "a-client", version: "1" });
  const changes: string[] = [];
  client.setNotificationHandler("notifications/tools/list_changed", ({ method }) => {
    changes.push(method);
  });
  onTestFinished(() => client.close());
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  return { client, transport, changes };
}

async function textOf(client: Client, name: string): Promise<string> {
  const { content } = await client.callTool({ name });
  const [first] = content as { text: string }[];
  return first?.text ?? "";
}

test("the official client keeps its session over restarts, and hears of changed tools on its stream", async () => {
  const tap = await startHttpTap(["one"]);
  const { client, transport, changes } = await connect(tap);
  const session = transport.sessionId;
  expect(session).toBeDefined();
  const pids = new Set<string>();
  pids.add(await textOf(client, "pid"));
  for (let round = 1; round <= 10; round++) {
    tap.change(["one", `tool-${round}`]);
    tap.restart();
    // a call during the restart is answered by one of them
    pids.add(await textOf(client, "pid"));
    await tap.restarted();
    pids.add(await textOf(client, "pid"));
    await until(() => changes.length >= round);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["one", `tool-${round}`]);
  }
  expect(pids.size).toBe(11);
  expect(transport.sessionId).toBe(session);
  expect(changes).toHaveLength(10);
  expect(tap.errors()).not.toContain("MaxListenersExceededWarning");
});

test("each client keeps a session of its own, and one that ends is forgotten", async () => {
  const tap = await startHttpTap(["one"]);
  const [one, other, third] = [await connect(tap), await connect(tap), await connect(tap)];
  await third.transport.terminateSession();
  tap.change(["two"]);
  tap.restart();
  await tap.restarted();
  await until(() => one.changes.length > 0 && other.changes.length > 0);
  for (const { client } of [one, other]) {
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["two"]);
  }
  const greetings = (await textOf(one.client, "seen")).split('"initialize"').length - 1;
  expect(greetings).toBe(2);
});

test("running calls may end, and those that do not get an error that names the restart", async () => {
  const tap = await startHttpTap(["one"]);
  const { client } = await connect(tap);
  const slow = textOf(client, "slow");
  const never = client.callTool({ name: "never" }).then(
    () => "answered",
    (error: Error) => error.message,
  );
  const seen = () => textOf(client, "seen");
  for (let all = await seen(); !(all.includes("slow") && all.includes("never")); ) {
    all = await seen();
  }
  tap.restart();
  expect(await slow).toBe("slow");
  expect(await never).toContain("The server was restarted while it worked on this request.");
  await tap.restarted();
  expect(JSON.parse(await seen())).toEqual([
    "initialize",
    "notifications/initialized",
    "tools/list",
    ...Array.from({ length: 3 }, () => expect.stringMatching(/^(prompts|resources)\//)),
    "tools/call seen",
  ]);
});

test("an answer to a question of the former process does not reach the new one", async () => {
  const tap = await startHttpTap(["one"]);
  const client = new Client({ name: "a-client", version: "1" }, { capabilities: { roots: {} } });
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<{ roots: [] }>();
  client.setRequestHandler("roots/list", () => {
    asked.resolve();
    return answer.promise;
  });
  onTestFinished(() => client.close());
  const sent: (string | undefined)[] = [];
  const transport = new StreamableHTTPClientTransport(new URL(tap.url), {
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (String(init?.body).includes('"result"')) sent.push(String(response.status));
      return response;
    },
  });
  await client.connect(transport);
  const call = client.callTool({ name: "ask" }).catch((error: Error) => error.message);
  await asked.promise;
  tap.restart();
  expect(await call).toContain("was restarted while it worked");
  await tap.restarted();
  answer.resolve({ roots: [] });
  await until(() => sent.length > 0);
  expect(sent).toEqual(["202"]);
  // what it got of that would be null
  expect(JSON.parse(await textOf(client, "seen"))).not.toContain(null);
});

test("an answer that comes while the former process ends does not reach the new one", async () => {
  const tap = await startHttpTapAt(await freePort(), ["one"], "lingers");
  let session = "";
  const post = async (message: object) => {
    const response = await fetch(tap.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        ...(session === "" ? {} : { "Mcp-Session-Id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
    session ||= response.headers.get("mcp-session-id") ?? "";
    return response;
  };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "c" } };
  await (await post({ id: 1, method: "initialize", params })).text();
  await post({ method: "notifications/initialized" });
  const asking = await post({ id: 2, method: "tools/call", params: { name: "ask" } });
  const reader = asking.body?.getReader();
  await reader?.read();
  tap.restart();
  // the call is refused when the process is told to end
  await reader?.read();
  const answered = await post({ id: "q", result: { roots: [] } });
  expect(answered.status).toBe(202);
  await tap.restarted();
  const seen = await (await post({ id: 3, method: "tools/call", params: { name: "seen" } })).text();
  expect(seen).toContain("tools/call seen");
  // what it got of that would be null
  expect(seen).not.toContain("null");
});

test("another server at the port gets nothing of the client, and the own one starts once it has gone", async () => {
  const port = await freePort();
  const got: (string | undefined)[] = [];
  const stranger = createServer((request, response) => {
    got.push(request.headers.authorization);
    response.end("{}");
  });
  await once(stranger.listen(port, "127.0.0.1"), "listening");
  onTestFinished(() => void stranger.close());
  const tap = await startHttpTapAt(port, ["one"], "");
  const ask = await fetch(tap.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer secret" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
  });
  expect(await ask.text()).toContain(`Another process takes connections at 127.0.0.1:${port}.`);
  expect(got).toEqual([]);
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
  tap.restart();
  await tap.restarted();
  const { client } = await connect(tap);
  expect(await textOf(client, "pid")).toMatch(/^\d+$/);
});

test("a server that counts its sessions after a restart again: each client stays in its own", async () => {
  const tap = await startHttpTapAt(await freePort(), ["one"], "counts");
  const [ended, kept] = [await connect(tap), await connect(tap)];
  await ended.transport.terminateSession();
  tap.restart();
  await tap.restarted();
  // what that process knows as 1 is the session of another client
  const former = await fetch(tap.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Mcp-Session-Id": "1" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect(former.status).toBe(404);
  const next = await connect(tap);
  const { sessionId } = next.transport;
  expect(["1", "2"]).not.toContain(sessionId);
  await next.transport.terminateSession();
  expect(await textOf(kept.client, "pid")).toMatch(/^\d+$/);
});

test("a server that does not start again: requests get an error with its last lines, until it does", async () => {
  const tap = await startHttpTap(["one"]);
  const { client } = await connect(tap);
  writeFileSync(join(tap.folder, "server.mjs"), "throw new Error('a mistake in line 1');");
  tap.restart();
  await until(() => tap.errors().includes("was not restarted"));
  await expect(client.callTool({ name: "pid" })).rejects.toThrow(/a mistake in line 1|exit code/);
  tap.change(["one"]);
  tap.restart();
  await tap.restarted();
  expect(await textOf(client, "pid")).toMatch(/^\d+$/);
});

test("a server that dies: its running calls get an error, and a restart brings it back", async () => {
  const tap = await startHttpTap(["one"]);
  const { client } = await connect(tap);
  await expect(client.callTool({ name: "die" })).rejects.toThrow(/it broke/);
  await expect(client.callTool({ name: "pid" })).rejects.toThrow(/it broke/);
  tap.restart();
  await tap.restarted();
  expect(await textOf(client, "pid")).toMatch(/^\d+$/);
});

test("a build that fails leaves the former process", async () => {
  const build = `"${process.execPath}" -e "console.error('no such type'); process.exit(2)"`;
  const tap = await startHttpTap(["one"], "--build", build);
  const { client } = await connect(tap);
  const before = await textOf(client, "pid");
  tap.restart();
  await until(() => tap.errors().includes("The former process goes on."));
  expect(await textOf(client, "pid")).toBe(before);
});

test("a client without a handshake: nothing is repeated, and its subscription goes on", async () => {
  const tap = await startHttpTap(["one"]);
  const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
  const send = (id: number, method: string, params: object, signal?: AbortSignal) =>
    fetch(tap.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta: meta } }),
      ...(signal ? { signal } : {}),
    });
  const control = new AbortController();
  onTestFinished(() => control.abort());
  const listen = await send(
    1,
    "subscriptions/listen",
    { notifications: { toolsListChanged: true } },
    control.signal,
  );
  let heard = "";
  void (async () => {
    for await (const bytes of listen.body ?? []) heard += Buffer.from(bytes);
  })().catch(() => {});
  await until(() => heard.includes("acknowledged"));
  await (await send(2, "tools/list", {})).text();
  tap.change(["one", "two"]);
  tap.restart();
  await tap.restarted();
  await until(() => heard.includes("notifications/tools/list_changed"));
  expect(heard.split("acknowledged")).toHaveLength(2);
  expect(heard).toContain('"io.modelcontextprotocol/subscriptionId":1');
  const seen = await (await send(3, "tools/call", { name: "seen" })).text();
  expect(seen).not.toContain("initialize");
});

test("its recording has one session, the restart, and the tap's own messages as its own", async () => {
  const tap = await startHttpTap(["one"]);
  const { client, changes } = await connect(tap);
  tap.change(["two"]);
  tap.restart();
  await tap.restarted();
  await until(() => changes.length > 0);
  await client.close();
  tap.child.kill("SIGTERM");
  await once(tap.child, "exit");
  const [recording, ...others] = await until(() => {
    const found = recordingsIn(tap.state);
    // what the client hears on a stream that it opens later is recorded later
    const isWhole = JSON.stringify(found).includes("notifications/tools/list_changed");
    const isRestarted = found[0]?.entries?.some(
      (entry) => entry.kind === "process" && entry.event.kind === "restarted",
    );
    return isWhole && isRestarted ? found : undefined;
  });
  expect(others).toEqual([]);
  const entries = (recording?.entries ?? []) as readonly RecordedEntry[];
  const restarted = entries.flatMap((entry) => (entry.kind === "process" ? [entry.event] : []));
  expect(restarted).toMatchObject([
    {
      kind: "restarted",
      changes: [
        { name: "two", change: "added" },
        { name: "one", change: "removed" },
      ],
    },
  ]);
  const own = entries.flatMap((entry) =>
    entry.kind === "message" && entry.initiator?.kind === "tap" ? [entry.text] : [],
  );
  expect(own.join("\n")).toContain('"method":"initialize"');
  expect(own.join("\n")).toContain("notifications/tools/list_changed");
  const answers = entries.filter(
    (entry) => entry.kind === "message" && entry.change?.action === "for-tap",
  );
  expect(answers.length).toBeGreaterThan(1);
});

test("the process of the server ends with the tap", async () => {
  const tap = await startHttpTap(["one"]);
  const { client } = await connect(tap);
  const pid = Number(await textOf(client, "pid"));
  tap.child.kill("SIGKILL");
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
});
