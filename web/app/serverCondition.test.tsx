// @vitest-environment jsdom
/** Every place that says whether a server is connected says the same, in every state. */
import { writeFile } from "node:fs/promises";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { writeServer } from "../../e2e/servers/editable.ts";
import { startModernServer } from "../../e2e/servers/modern.ts";
import { freePort } from "../../e2e/servers/process.ts";
import { startReplies } from "../../e2e/servers/replies.ts";
import { startSessionsServer } from "../../e2e/servers/sessions.ts";
import { tapFolder } from "../../relay/cli/tap/tap.fixture.ts";
import { temporaryFolder } from "../../relay/relay.fixture.ts";
import { fill } from "../component.fixture.tsx";
import { createRelayTab } from "../relayTab.fixture.ts";
import { initialize, startClient } from "../taps/store/taps.fixture.ts";
import { button, renderPage, result, shows, status } from "./page.fixture.tsx";

const explorer = () => screen.getByRole("navigation", { name: "Explorer" });

/** What the explorer says about a server beside its name. */
const groupText = (name: string) =>
  within(within(explorer()).getByRole("group", { name })).getByRole("button", {
    name: new RegExp(`^\\W*${name}|^\\w ?${name}`),
  }).textContent;

/** Waits until header, explorer and title of the tab say this about a server. */
const say = (name: string, text: string) =>
  waitFor(() => {
    const title = text === "Connected" ? `${name} · ` : `${text} · ${name} · `;
    expect({
      header: status().textContent?.slice(0, text.length),
      explorer: groupText(name)?.slice(-text.length),
      title: document.title,
    }).toEqual({ header: text, explorer: text, title: `${title}MCP Playground` });
  });

/** What the header says in numbers beside the condition. */
const numbers = () => status().parentElement?.querySelector("p:not([role])")?.textContent ?? "";
const headerShows = (text: RegExp) => waitFor(() => expect(numbers()).toMatch(text));

const callBar = () => screen.getByRole("status", { name: "State of the call" });

/** Waits until the bar of a call says this; the call can wait for the server. */
const barSays = (text: string, action = "Call when it is back") =>
  waitFor(() => {
    expect(callBar().textContent).toBe(text);
    expect(button(action)).toHaveProperty("disabled", false);
    expect(screen.queryByRole("button", { name: "Call tool" })).toBeNull();
  });

const isReady = () =>
  waitFor(() => {
    expect(callBar().textContent).toBe("");
    expect(button("Call tool")).toHaveProperty("disabled", false);
  });

test("a server over HTTP: connected, lost, watched, connected again", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const page = renderPage(await createRelayTab());
  const name = "sessions-server";
  await page.connect(server.url);
  await page.open("Tools", "wait");
  await say(name, "Connected");
  await isReady();

  await server.down();
  await say(name, "Lost · trying again");
  await barSays("Lost · trying again");
  button("Disconnect");
  // the clock of the state is beside its words, which are announced once
  await headerShows(/^no answer since [\d:]{8}, \d+ s(next try in \d+ s|asking it now)$/);
  const port = new URL(server.url).port;
  await page.user.click(await screen.findByRole("switch", { name: "Follow restarts" }));
  await say(name, `Lost · watching port ${port}`);
  await barSays(`Lost · watching port ${port}`);

  server.forget();
  await server.up();
  await say(name, "Connected");
  await headerShows(/back after \d+ s$/);
  await isReady();
  const report = await screen.findByRole("status", { name: "Last restart" });
  expect(report.textContent).toContain("Reconnected after the server restarted");
});

test("a server over HTTP: beside another one, closed, failed", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const other = await startModernServer();
  onTestFinished(other.close);
  const page = renderPage();
  const name = "sessions-server";
  await page.connect(server.url);
  // the server that is entered says nothing about the one that is open
  await page.press("Add server");
  await waitFor(() => expect(status().textContent).toBe("New server"));
  expect(groupText(name)).toMatch(/Connected$/);
  expect(document.title).toBe("MCP Playground");
  await page.connect(other.url);
  await say("modern-server", "Connected");
  await server.down();
  await waitFor(() => expect(groupText(name)).toMatch(/Lost · trying again$/));
  await say("modern-server", "Connected");

  await page.press("Disconnect");
  await say("modern-server", "Not connected");
  await page.enter(`http://127.0.0.1:${await freePort()}/mcp`);
  await waitFor(() => expect(status().textContent).toMatch(/^Failed: /));
  await waitFor(() => expect(document.title).toMatch(/^Failed · 127\.0\.0\.1:\d+ · /));
});

test("calls wait for a server that is lost, and are sent once it answers", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const page = renderPage();
  await page.connect(server.url);
  await page.open("Tools", "wait");
  await server.down();
  await say("sessions-server", "Lost · trying again");
  await page.press("Call when it is back");
  await barSays("QueuedLost · trying again", "Cancel");
  await page.press("Cancel");
  await barSays("Lost · trying again");
  await page.open("Tools", "echo");
  const message = () => screen.getByRole("textbox", { name: "message" });
  await fill(page.user, message(), "queued");
  await page.user.keyboard("{Control>}{Enter}{/Control}");
  await barSays("QueuedLost · trying again", "Cancel");
  server.forget();
  await server.up();
  await say("sessions-server", "Connected");
  await shows(result, "Echo: queued");
  // the one that was cancelled was not sent
  expect(screen.queryByRole("row", { name: /\bwait\b/ })).toBeNull();
  await isReady();
});

test("a call that runs when its server is gone ends with the failure, which is told once", async () => {
  const page = renderPage();
  const tools = [{ name: "slow", inputSchema: { type: "object" } }];
  const server = await startReplies({}, ({ method }) =>
    method === "tools/call" ? undefined : { result: { tools } },
  );
  onTestFinished(server.close);
  await page.connect(server.url);
  await page.open("Tools", "slow");
  await page.press("Call tool");
  await waitFor(() => expect(server.methods()).toContain("tools/call"));
  server.close();
  await say("replies", "Lost · trying again");
  await shows(result, "The message above says why.");
  const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent);
  expect(alerts).toEqual([expect.stringContaining("does not answer any more")]);
  expect(result().getAttribute("aria-busy")).toBe("false");
});

test("a command whose process ends is lost, with the reason", async () => {
  const answer = "(setTimeout(() => process.exit(3), 50), 'soon')";
  const script = await writeServer(temporaryFolder(), { tools: [{ name: "fall", answer }] });
  const page = renderPage(await createRelayTab());
  await page.start(`node ${script}`);
  await page.open("Tools", "fall");
  await say("editable", "Connected");
  await page.press("Call tool");
  await say("editable", "Lost");
  await barSays("Lost", "Call when it runs");
  await waitFor(() => expect(status().textContent).toMatch(/^Lost: .*exited with code 3/));
  await headerShows(/^since [\d:]{8}, \d+ s$/);
  await page.press("Start again");
  await say("editable", "Connected");
  await isReady();
});

test("a command with a syntax error says where, and that saving the file is enough", async () => {
  const folder = temporaryFolder();
  const script = await writeServer(folder, { tools: [{ name: "one", answer: "'one'" }] });
  const page = renderPage(await createRelayTab());
  await page.start(`node ${script}`);
  await page.open("Tools", "one");
  await page.press("Call tool");
  await shows(result, "one");
  await page.user.click(await screen.findByRole("switch", { name: "Restart on change" }));
  await headerShows(/^editable/);
  await screen.findByText(/^Watching /);
  await writeFile(script, "syntax error here (");
  const problem = "Syntax error in server.mjs, line 1";
  await waitFor(() => expect(status().textContent).toBe(`Failed: ${problem}`));
  await headerShows(/^\d+ s agowatching \d+ files?$/);
  const alert = () => screen.getByRole("alert");
  await shows(alert, new RegExp(`^${problem}.*Save the file and it starts again by itself`, "s"));
  // what came before is not shown as what would come now
  await shows(
    () => screen.getByRole("status", { name: "State of the result" }),
    /^Before the restart/,
  );
  await writeServer(folder, { tools: [{ name: "one", answer: "'two'" }] });
  await say("editable", "Connected");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a tap is neither connected nor a broken connection", async () => {
  const state = temporaryFolder();
  const client = startClient(state);
  await client.send("initialize", initialize.params);
  await client.send("tools/list");
  const page = renderPage(await createRelayTab({ tapFolder: tapFolder(state) }));
  await page.press("Show tap notes");
  await waitFor(() => expect(page.stores.servers.all.getState().open.size).toBe(1));
  const name = page.stores.connections.open.getState()[0]?.name ?? "";
  await say(name, "Tapping");
  // its header leads nowhere that it is not
  expect(screen.queryByRole("button", { name: "Connect" })).toBeNull();
  client.child.stdin.end();
  await say(name, "Tap · ended");
  await page.press("Stop showing");
  await waitFor(() => expect(page.stores.servers.all.getState().open.size).toBe(0));
});
