// @vitest-environment jsdom
/** The edit loop over a real relay: a command is restarted when its files change. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { type EditableServer, writeServer } from "../../../e2e/servers/editable.ts";
import { freePort, startProcess } from "../../../e2e/servers/process.ts";
import { launchRelay, openRelay, temporaryFolder } from "../../../relay/relay.fixture.ts";
import { listChangeIn } from "../../../shared/log/notes/listChangeNote.ts";
import { connectTab, whenConnected } from "../../app/stores/connectTab.fixture.ts";
import type { Tab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import { WorkbenchViews } from "../../app/workbench/WorkbenchViews.tsx";
import { itemKey } from "../../calls/store/drafts.ts";
import { fill, renderInTab } from "../../component.fixture.tsx";
import { createRelayTab } from "../../relayTab.fixture.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { readItems } from "../../servers/store/catalog/queries.ts";
import { connectedView } from "../../servers/store/connections/connection.ts";
import { EditLoopReport, EditLoopSwitch } from "./EditLoop.tsx";

const add = { name: "add", annotations: { readOnlyHint: true }, answer: "'sum'" };

const report = () => screen.findByRole("region", { name: "Restart on change" });

/** A started server with the edit loop on, and a function that rewrites its program. */
async function begin(server: EditableServer, given?: Tab) {
  const folder = temporaryFolder();
  const script = await writeServer(folder, server);
  const tab = given ?? (await createRelayTab());
  const { servers, connections } = tab.stores;
  const { connector, questions } = connections;
  onTestFinished(connector.disconnect);
  servers.all.choose(`node ${script}`);
  connector.connect();
  await waitFor(() => expect(questions.getState()?.kind).toBe("start"));
  connector.answerQuestion(true);
  await readItems(await whenConnected(tab));
  const { user } = renderInTab(
    <>
      <EditLoopSwitch />
      <EditLoopReport />
    </>,
    tab,
  );
  await user.click(await screen.findByRole("switch", { name: "Restart on change" }));
  await shows(`Watching ${folder}`);
  return { user, script, edit: (next: EditableServer) => writeServer(folder, next) };
}

/** Waits until the report has this text. */
const shows = (text: string) =>
  waitFor(async () => expect((await report()).textContent).toContain(text));

const number = { type: "number" };
const sum = {
  name: "add",
  annotations: { readOnlyHint: true },
  inputSchema: { type: "object", properties: { a: number, b: number }, required: ["a"] },
  answer: "'sum ' + (args.a + (args.b ?? 0))",
};
/** The tool after an edit: described, with another requirement. */
const total = (answer: string) => ({
  ...sum,
  description: "Adds two numbers",
  inputSchema: { ...sum.inputSchema, required: ["a", "b"] },
  answer,
});

/** The workbench with a called tool, beside the edit loop. */
async function beginWithCall(server: EditableServer, name: string, argumentsText: string) {
  const tab = await createRelayTab();
  const loop = await begin(server, tab);
  const view = await whenConnected(tab);
  const { view: shown, calls } = tab.stores;
  act(() => shown.openItem({ kind: "tool", name }));
  const { serverId } = view.connection;
  act(() => calls.drafts.change(serverId, itemKey({ kind: "tool", name }), { argumentsText }));
  renderInTab(<Shown />, tab);
  await loop.user.click(await screen.findByRole("button", { name: "Call tool" }));
  return { ...loop, log: tab.stores.traffic.log };
}

/** The selected item of the newest connection. */
function Shown() {
  const { connection, state } = useConnection();
  const view = connection && connectedView({ connection, state });
  return view && <SelectedItem view={view} questionsOf={() => null} />;
}
const result = () => screen.findByRole("region", { name: "Result" });
const resultShows = (text: string) =>
  waitFor(async () => expect((await result()).textContent).toContain(text));

test("a saved change restarts the server, shows the differences and repeats the call", async () => {
  const { user, edit, log } = await beginWithCall(
    { tools: [sum, { name: "old", answer: "1" }] },
    "add",
    '{"a": 2, "b": 3}',
  );
  await resultShows("sum 5");
  const more = { name: "new", answer: "2" };
  await edit({ tools: [total("'total ' + (args.a + args.b)"), more] });
  await shows("Restarted after server.mjs changed");
  const changes = await screen.findByRole("list", { name: "What changed" });
  expect(changes.textContent).toContain('description was added: "Adds two numbers"');
  expect(changes.textContent).toContain("b is now required");
  expect(changes.textContent).toContain("removed tool old");
  expect(changes.textContent).toContain("added tool new");
  const { entries } = log.snapshot();
  const noted = entries.flatMap((entry) =>
    entry.kind === "finding" ? (listChangeIn(entry) ?? []) : [],
  );
  expect(noted).toEqual([
    { kind: "tools", name: "add", change: "changed" },
    { kind: "tools", name: "new", change: "added" },
    { kind: "tools", name: "old", change: "removed" },
  ]);

  // the same side by side
  await user.click(within(changes).getByRole("button", { name: "Show difference in add" }));
  const table = await screen.findByRole("table", { name: "Definition" });
  const added = within(table)
    .getAllByRole("insertion")
    .map(({ textContent }) => textContent.trim().replace(/,$/, ""));
  expect(added.toSorted()).toEqual(['"b"', '"description": "Adds two numbers"']);
  expect(within(table).queryByRole("deletion")).toBeNull();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("table", { name: "Definition" })).toBeNull());

  // the last call is repeated with the same arguments, beside its previous result
  await resultShows("total 5");
  const earlier = () => screen.getByRole("region", { name: "Earlier result" });
  expect(earlier().textContent).toMatch(/different.*sum 5/s);

  // a change without visible effect
  await edit({ tools: [total("'total ' + (args.b + args.a)"), more] });
  await shows("did not change");
  await waitFor(() => expect(earlier().textContent).toContain("the same"));
  await user.click(screen.getByRole("switch", { name: "Restart on change" }));
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Restart on change" })).toBeNull(),
  );
});

test("a tool that may change something is called again only if that is switched on", async () => {
  const append = (answer: string) => ({ tools: [{ name: "append", answer }] });
  const { user, edit } = await beginWithCall(append("'one'"), "append", "{}");
  await resultShows("one");
  await edit(append("'two'"));
  await shows("append was not called again");
  await resultShows("one");
  const repeats = () => screen.getByRole("switch", { name: "Call append after each restart" });
  await user.click(repeats());
  await edit(append("'three'"));
  await shows("append was called again");
  await resultShows("three");
  expect(repeats()).toHaveProperty("checked", true);
});

/** Starts a server over HTTP in a process of its own, with one tool of this name. */
async function startHttp(port: number, tool: string) {
  const script = join(temporaryFolder(), "http.mjs");
  const source = `import { createServer } from "node:http";
createServer(async (request, response) => {
  if (request.method !== "POST") return response.writeHead(405).end();
  let text = "";
  for await (const part of request) text += part;
  const { id, method } = JSON.parse(text);
  if (id === undefined) return response.writeHead(202).end();
  const result = method === "initialize"
    ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "h", version: "1" } }
    : { tools: [{ name: ${JSON.stringify(tool)}, inputSchema: { type: "object" } }] };
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}).listen(${port}, "127.0.0.1");`;
  await writeFile(script, source);
  const { stop } = await startProcess({ command: process.execPath, args: [script], port });
  onTestFinished(stop);
  return stop;
}

test("the page reconnects to a local HTTP server that is available again", async () => {
  const port = await freePort();
  const stop = await startHttp(port, "first");
  const tab = await createRelayTab();
  const view = await connectTab(tab, `http://127.0.0.1:${port}/mcp`);
  onTestFinished(tab.stores.connections.connector.disconnect);
  await readItems(view);
  const { user } = renderInTab(
    <>
      <EditLoopSwitch />
      <EditLoopReport />
    </>,
    tab,
  );
  await user.click(await screen.findByRole("switch", { name: "Follow restarts" }));
  await shows(`Watching port ${port}`);
  await stop();
  await startHttp(port, "second");
  await shows("Reconnected after the server restarted");
  await shows("added tool second");
});

test("an error is told, and correcting it is enough", async () => {
  const { edit } = await begin({ tools: [add] });
  await edit({ tools: [add], before: "const broken = ;" });
  await shows("Did not start after server.mjs changed");
  await edit({ tools: [add, { name: "mended", answer: "1" }] });
  await shows("Restarted after server.mjs changed");
  await shows("added tool mended");
});

test("a server that writes its own files is not restarted endlessly", async () => {
  const { user, edit, script } = await begin({ tools: [add] });
  const file = join(dirname(script), "state.json");
  const before = `import { writeFileSync } from "node:fs";
setTimeout(() => writeFileSync(${JSON.stringify(file)}, String(Date.now())), 300);`;
  await edit({ tools: [add], before });
  const alert = await within(await report()).findByRole("alert");
  expect(alert.textContent).toContain("state.json");
  await user.click(within(alert).getByRole("button", { name: "Ignore these files" }));
  await shows("Watching");
  await edit({ tools: [add, { name: "more", answer: "1" }], before });
  await shows("added tool more");
  expect(within(await report()).queryByRole("alert")).toBeNull();
});

test("watched paths can be edited, and the reason is shown where watching is impossible", async () => {
  const { user, script } = await begin({ tools: [add] });
  const watch = async (paths: string) => {
    await user.click(screen.getByRole("button", { name: "What is watched" }));
    await fill(user, screen.getByRole("textbox", { name: "Watched paths" }), paths);
    await user.click(screen.getByRole("button", { name: "Save" }));
  };
  await user.click(screen.getByRole("button", { name: "What is watched" }));
  const paths = screen.getByRole("textbox", { name: "Watched paths" });
  expect(paths).toHaveProperty("value", dirname(script));
  await user.click(screen.getByRole("button", { name: "What is watched" }));
  await watch("/nowhere/at/all");
  await shows("no file or directory /nowhere/at/all");
  await watch(`${dirname(script)}/*.data`);
  await shows("0 files");
  await writeFile(join(dirname(script), "x.data"), "1");
  await shows("Restarted after x.data changed");
});

const options = { allowOrigins: [location.origin] };

/** Starts relays, each with a way to end it. */
const endings = {
  async "was killed"() {
    const first = await launchRelay(options);
    const end = async () => {
      first.relay.kill("SIGKILL");
      await once(first.relay, "exit");
    };
    return { ...first, end };
  },
  async "was closed"() {
    const first = await openRelay(options);
    return { ...first, end: first.close };
  },
  async "was drained"() {
    const first = await openRelay(options);
    return { ...first, end: first.drain };
  },
};

test.each(Object.entries(endings))(
  "a relay that %s and started again is one notice: what happened, and what to do",
  async (_, start) => {
    const first = await start();
    const tab = await createRelayTab({}, first);
    await begin({ tools: [add] }, tab);
    cleanup();
    renderInTab(<WorkbenchViews isStart={false} onDemo={() => {}} onPaste={() => false} />, tab);
    await first.end();
    await openRelay({ ...options, port: Number(new URL(first.url).port) });
    await waitFor(() =>
      expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(
          /^This page is not paired with the relayThe relay was restarted\. In the relay's terminal, press L and Enter, and open the link that it prints\.[^.]*$/,
        ),
      ]),
    );
  },
);
