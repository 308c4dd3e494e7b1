// @vitest-environment jsdom
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders as configurations have them
/** Pasting into the address bar, with the real stores. */
import { screen, waitFor, within } from "@testing-library/react";
import { createRef } from "react";
import { expect, onTestFinished, test } from "vitest";
import { startSessionsServer } from "../../../../e2e/servers/sessions.ts";
import { addressed } from "../../../app/stores/tab.fixture.ts";
import { descriptionOf, renderInTab } from "../../../component.fixture.tsx";
import { createRelayTab } from "../../../relayTab.fixture.ts";
import type { Stores } from "../../../stores/stores.ts";
import { activeConnection } from "../../store/server.ts";
import { AddressBar } from "./AddressBar.tsx";

const render = async () =>
  renderInTab(<AddressBar serverRef={createRef()} onAdd={() => {}} />, await createRelayTab());
const server = () => screen.getByRole("combobox", { name: "Server" }) as HTMLInputElement;
const settings = (stores: Stores) => addressed(stores).settings;
const stateOf = ({ servers }: Stores) =>
  activeConnection(servers.all.getState())?.state.getState().kind;
const question = () => screen.findByRole("alertdialog", { name: "Start command?" });

test("a config snippet fills the field and the settings, contacts no server, and is confirmed once", async () => {
  const { user, stores } = await render();
  await user.click(server());
  await user.paste(`{
  "mcpServers": {
    "air": { "command": "npx", "args": ["-y", "air"], "env": { "AIR_KEY": "hush" } }
  }
}`);
  await waitFor(() => expect(server().value).toBe("npx -y air"));
  expect(settings(stores).environment).toEqual([["AIR_KEY", "hush"]]);
  await screen.findByText(
    "Read from the pasted configuration. Its 1 variable is in Connection options.",
  );
  expect(stateOf(stores)).toBeUndefined();
  await user.keyboard("{Enter}");
  expect((await question()).textContent).toContain("AIR_KEY");
});

test("a curl command connects with its headers", async () => {
  const started = await startSessionsServer();
  onTestFinished(started.close);
  const { user, stores } = await render();
  await user.click(server());
  await user.paste(`curl -X POST ${started.url} \\\n  -H 'X-Team: one' -H 'Accept: */*'`);
  await waitFor(() => expect(server().value).toBe(started.url));
  expect(settings(stores).headers).toEqual([["X-Team", "one"]]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(stateOf(stores)).toBe("connected"));
  stores.connections.connector.disconnect();
});

test("values that are missing are asked for, then the command is confirmed", async () => {
  const { user, stores } = await render();
  await user.click(server());
  await user.paste("claude mcp add -e KEY=YOUR_KEY air -- npx -y air --level $LEVEL");
  const dialog = await screen.findByRole("dialog", { name: "Inputs for air" });
  await user.type(within(dialog).getByLabelText("LEVEL"), "high");
  await user.type(within(dialog).getByLabelText("KEY"), "hush");
  await user.click(within(dialog).getByRole("button", { name: "Connect" }));
  expect((await question()).textContent).toMatch(/was pasted, not typed.*npx/s);
  // a value may be secret: the field keeps its name only
  const { address } = addressed(stores);
  expect(address).toBe("npx -y air --level '${" + "input:LEVEL}'");
});

test("a pasted url is a URL once it is filled: it is asked for again, and starts nothing", async () => {
  const { user, stores } = await render();
  await user.click(server());
  await user.paste('{"inputs":[{"id":"at"}],"servers":{"a":{"url":"${input:at}"}}}');
  const dialog = await screen.findByRole("dialog", { name: "Inputs for a" });
  await user.type(within(dialog).getByLabelText("at"), "npx -y evil");
  await user.click(within(dialog).getByRole("button", { name: "Connect" }));
  await within(dialog).findByText('The url of "a" is not an http(s) URL.');
  expect(stateOf(stores)).toBeUndefined();
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await user.clear(server());
  await user.paste('{"servers":{"a":{"url":"${UNSET:-npx -y evil}"}}}');
  await screen.findByText('The url of "a" is not an http(s) URL.');
  expect(server().value).toBe("");
});

test("several servers are a choice", async () => {
  const started = await startSessionsServer();
  onTestFinished(started.close);
  const { user, stores } = await render();
  await user.click(server());
  await user.paste(`{"servers":{"a":{"command":"a"},"b":{"url":"${started.url}"}}}`);
  const dialog = await screen.findByRole("dialog", { name: "Configuration with 2 servers" });
  await user.click(within(dialog).getByRole("button", { name: /^b / }));
  const connect = await screen.findByRole("button", { name: "Connect" });
  await waitFor(() => expect(connect.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(connect);
  await waitFor(() => expect(stateOf(stores)).toBe("connected"));
  expect(server().value).toBe(started.url);
  stores.connections.connector.disconnect();
});

test("a package name offers what would run it, and starts nothing", async () => {
  const { user } = await render();
  await user.click(server());
  await user.paste("@scope/server-x");
  await user.keyboard("{Enter}");
  const dialog = await question();
  expect(dialog.textContent).toMatch(/npx.*-y.*@scope\/server-x/s);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(server().value).toBe("npx -y @scope/server-x");
});

test("a program that was started before is started again without a choice", async () => {
  const { user, stores } = await render();
  stores.servers.saved.remember(
    { kind: "stdio", command: "mcp-server-fetch", args: [] },
    "mcp-server-fetch",
  );
  await user.click(server());
  await user.paste("mcp-server-fetch");
  await user.keyboard("{Enter}");
  expect((await question()).textContent).toContain("mcp-server-fetch");
});

test.each([
  ["npx a && npx b", /&& is an operator of a shell/],
  ["io.github.ann/weather", /is a name in a registry/],
  ["claude mcp list", /claude mcp list names no server/],
  ['{"mcpServers":{"a":{}}}', /"a" has neither a command nor a url/],
])("%s is refused in words", async (text, words) => {
  const { user, stores } = await render();
  await user.click(server());
  await user.paste(text);
  await waitFor(() => expect(descriptionOf(server())).toMatch(words));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(descriptionOf(server())).toMatch(words));
  expect(stores.connections.questions.getState()).toBeUndefined();
  expect(stateOf(stores)).toBeUndefined();
});

test("user name and password of a URL become a header, with a notice", async () => {
  const { user, stores } = await render();
  await user.click(server());
  await user.paste("http://ann:hush@127.0.0.1:9/mcp");
  await waitFor(() => expect(server().value).toBe("http://127.0.0.1:9/mcp"));
  expect(settings(stores).headers).toEqual([["Authorization", "Basic YW5uOmh1c2g="]]);
  await screen.findByText(/sent as the header Authorization/);
});
