// @vitest-environment jsdom
/** Follows one call of a model through every place that says who caused it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeServer } from "../../e2e/servers/editable.ts";
import { runCli } from "../../relay/cli/cli.fixture.ts";
import { temporaryFolder } from "../../relay/relay.fixture.ts";
import { exportHar } from "../../shared/recording/export/har.ts";
import { exportOtlp } from "../../shared/recording/export/otlp.ts";
import { openChat } from "../chat/ui/chatPane.fixture.tsx";
import { fill, renderInTab } from "../component.fixture.tsx";
import { connectedView } from "../servers/store/connections/connection.ts";
import { activeConnection, activeServer } from "../servers/store/server.ts";
import { recordSession } from "../sessions/store/recordSession.ts";
import { Traffic } from "../traffic/ui/Traffic.tsx";
import { SelectedItem } from "./workbench/SelectedItem.tsx";

const scripted = { kind: "model", id: "Scripted model (rules, no AI)" };

test("a call that a model chose says so in Traffic, recordings, exports and the command line", async () => {
  const { send, idle, unmount, ...tab } = await openChat();
  const { stores } = tab;
  await send("add 2 and 40");
  await idle();
  unmount();

  const connection = activeConnection(stores.servers.all.getState());
  const view = connection && connectedView({ connection, state: connection.state.getState() });
  if (!view) throw new Error("The server is not connected");
  stores.view.openItem({ kind: "tool", name: "add" });
  const item = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const result = await screen.findByRole("region", { name: "Result" });
  await within(result).findByText("Called by the model Scripted model (rules, no AI)");
  item.unmount();

  const { user } = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  const filter = screen.getByRole("searchbox", { name: "Filter traffic" });
  await fill(user, filter, "by:model");
  const row = await waitFor(() => {
    const [turn, call, ...others] = within(grid).getAllByRole("row");
    expect(turn?.textContent).toContain("Chat");
    expect(others).toEqual([]);
    return call as HTMLElement;
  });
  expect(row.textContent).toContain("add");
  within(row).getByRole("img", { name: "by the model Scripted model (rules, no AI)" });
  await fill(user, filter, "by:user");
  await waitFor(() => expect(within(grid).queryAllByRole("row")).toEqual([]));

  const servers = stores.servers.all.getState();
  const { recording } = await recordSession({
    log: stores.traffic.log,
    server: activeServer(servers),
    servers,
    choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url: "https://demo.example/mcp" } },
  });
  const calls = (recording.entries ?? []).filter(({ text }) => text?.includes('"tools/call"'));
  const [initiator] = calls.map((call) => call.initiator);
  expect(calls).toHaveLength(1);
  expect(initiator).toEqual({ ...scripted, act: expect.any(String) });

  const har = JSON.parse(exportHar(recording)).log.entries as { _mcpInitiator?: object }[];
  expect(
    har.filter((one) => JSON.stringify(one._mcpInitiator) === JSON.stringify(initiator)),
  ).toHaveLength(1);
  const [span] = JSON.parse(exportOtlp(recording)).resourceSpans[0].scopeSpans[0].spans.filter(
    ({ name }: { name: string }) => name === "tools/call add",
  );
  expect(span.attributes).toEqual(
    expect.arrayContaining([
      { key: "mcp_playground.initiator.kind", value: { stringValue: "model" } },
      {
        key: "mcp_playground.initiator.id",
        value: { stringValue: "Scripted model (rules, no AI)" },
      },
    ]),
  );

  const folder = temporaryFolder();
  const path = join(folder, "session.json");
  writeFileSync(path, JSON.stringify(recording));
  const server = await writeServer(folder, { tools: [{ name: "add", answer: '"42"' }] });
  const { out } = await runCli("replay", path, "--json", "--", process.execPath, server);
  const requests = JSON.parse(out).requests as { method: string; initiator?: object }[];
  const ofCalls = requests.filter(({ method }) => method === "tools/call");
  expect(ofCalls.map((call) => call.initiator)).toEqual([initiator]);
}, 120_000);
