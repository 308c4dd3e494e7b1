// @vitest-environment jsdom
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SelectedItem } from "../../app/workbench/SelectedItem.tsx";
import { renderInTab } from "../../component.fixture.tsx";
import type { ItemKind } from "../../view/selection.ts";

interface Question {
  readonly ref: object;
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: object;
}

/** A server whose cities begin with what is typed; answers to a text in `held` wait. */
async function startCities(
  revision: string,
  { capabilities = { completions: {} } as object } = {},
) {
  const asked: Question[] = [];
  const held = new Map<string, () => void>();
  let hasMethod = true;
  const cities = ["Graz", "Bern", "Berlin", "Ber\u202elin", "x".repeat(2000), 7, null];
  const server = createServer(async (request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return response.end();
    if (request.method !== "POST") return response.writeHead(405).end();
    let text = "";
    for await (const chunk of request) text += chunk;
    const { id, method, params } = JSON.parse(text || "{}");
    if (id === undefined) return response.writeHead(202).end();
    const reply = (member: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...member }));
    };
    switch (method) {
      case "initialize": {
        const offered = { prompts: {}, resources: {}, ...capabilities };
        const serverInfo = { name: "cities", version: "1" };
        return reply({
          result: { protocolVersion: revision, capabilities: offered, serverInfo },
        });
      }
      case "prompts/list": {
        const list = [{ name: "country" }, { name: "city", required: true }];
        return reply({ result: { prompts: [{ name: "trip", arguments: list }] } });
      }
      case "resources/templates/list":
        return reply({
          result: { resourceTemplates: [{ name: "town", uriTemplate: "town://{city}{?lang}" }] },
        });
      case "resources/list":
        return reply({ result: { resources: [] } });
      case "resources/read":
        return reply({ result: { contents: [{ uri: params.uri, text: `read ${params.uri}` }] } });
      case "completion/complete": {
        if (!hasMethod) return reply({ error: { code: -32601, message: "no" } });
        asked.push(params);
        const { value } = params.argument;
        if (value === "B") await new Promise<void>((resolve) => held.set(value, resolve));
        const values = cities.filter((city) => String(city).startsWith(value) || value === "");
        return reply({ result: { completion: { values, hasMore: value === "" } } });
      }
      default:
        return reply({ error: { code: -32601, message: "no" } });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const withoutMethod = () => {
    hasMethod = false;
  };
  return { url: `http://127.0.0.1:${port}/mcp`, asked, held, withoutMethod };
}

async function open(url: string, kind: ItemKind, name: string) {
  const tab = createTab();
  const view = await connectTab(tab, url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind, name });
  const rendered = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  await screen.findByRole("region", { name: "Result" });
  return rendered;
}
const field = (name: string) =>
  screen.queryByRole("combobox", { name }) ?? screen.getByRole("textbox", { name });
const options = () =>
  within(screen.getByRole("listbox"))
    .getAllByRole("option")
    .map((one) => one.textContent);

test("an argument is completed while the user types; nothing is replaced unless a suggestion is chosen", async () => {
  const server = await startCities("2025-11-25");
  const { user } = await open(server.url, "prompt", "trip");
  await user.type(field("country"), "AT");
  await user.type(field("city"), "Be");
  await waitFor(() => expect(options()).toEqual(["Bern", "Berlin"]));
  expect(screen.getByRole("combobox", { name: "city" })).toHaveProperty("value", "Be");
  expect(server.asked).toContainEqual({
    ref: { type: "ref/prompt", name: "trip" },
    argument: { name: "city", value: "Be" },
    context: { arguments: { country: "AT" } },
  });
  // Escape closes the list and keeps the text, as leaving the field does
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field("city")).toHaveProperty("value", "Be");
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(options()).toEqual(["Bern", "Berlin"]));
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(field("city")).toHaveProperty("value", "Berlin");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(document.activeElement).toBe(field("city"));
  await user.keyboard("{ArrowDown}");
  await user.tab();
  expect(field("city")).toHaveProperty("value", "Berlin");
});

test("an answer to an earlier text does not replace that to a later one", async () => {
  const server = await startCities("2025-11-25");
  const { user } = await open(server.url, "prompt", "trip");
  await user.type(field("city"), "B");
  await waitFor(() => expect(server.held.has("B")).toBe(true));
  await user.clear(field("city"));
  await user.type(field("city"), "Gr");
  await waitFor(() => expect(options()).toEqual(["Graz"]));
  server.held.get("B")?.();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(options()).toEqual(["Graz"]);
});

test("before 2025-06-18 no context is sent; values that cannot be distinguished are not offered", async () => {
  const server = await startCities("2025-03-26");
  const { user } = await open(server.url, "prompt", "trip");
  await user.type(field("country"), "AT");
  await user.click(field("city"));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(options()).toEqual(["Graz", "Bern", "Berlin"]));
  expect(screen.getByText(/The server has more/)).toBeDefined();
  expect(server.asked).toContainEqual({
    ref: { type: "ref/prompt", name: "trip" },
    argument: { name: "city", value: "" },
  });
  expect(server.asked.filter(({ context }) => context !== undefined)).toEqual([]);
});

test("a server that declares no completions is not asked, nor one that does not know the method", async () => {
  const without = await startCities("2025-11-25", { capabilities: {} });
  const first = await open(without.url, "prompt", "trip");
  expect(screen.getByRole("textbox", { name: "city" })).toBeDefined();
  first.unmount();

  const server = await startCities("2025-11-25");
  server.withoutMethod();
  const { user } = await open(server.url, "prompt", "trip");
  await user.type(field("city"), "Ber");
  await user.keyboard("{ArrowDown}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field("city")).toHaveProperty("value", "Ber");
});

test("a text with line breaks is kept, and the field keeps the focus", async () => {
  const server = await startCities("2025-11-25");
  const { user } = await open(server.url, "prompt", "trip");
  await user.type(field("city"), "one");
  await user.paste("\ntwo");
  const area = screen.getByRole("textbox", { name: "city" });
  expect(area).toHaveProperty("value", "one\ntwo");
  await waitFor(() => expect(document.activeElement).toBe(area));
});

test("a template shows its URI, completes its variables, and query variables are optional", async () => {
  const server = await startCities("2025-11-25");
  const { user } = await open(server.url, "template", "town://{city}{?lang}");
  await user.type(field("city"), "Be");
  await waitFor(() => expect(options()).toEqual(["Bern", "Berlin"]));
  expect(server.asked.find(({ argument }) => argument.value === "Be")).toMatchObject({
    ref: { type: "ref/resource", uri: "town://{city}{?lang}" },
  });
  await user.click(screen.getByRole("option", { name: "Bern" }));
  expect(screen.getByText("town://Bern")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Read resource" }));
  await screen.findByText(/read town:\/\/Bern/);
  await user.type(field("lang"), "de ch");
  expect(screen.getByText("town://Bern?lang=de%20ch")).toBeDefined();
});

test("any URI is read exactly as written", async () => {
  const server = await startCities("2025-11-25");
  const { user } = await open(server.url, "template", "{+uri}");
  expect(screen.getByRole("heading", { name: "Read any URI" })).toBeDefined();
  await user.type(screen.getByRole("textbox", { name: "uri" }), "file:///a b");
  await user.click(screen.getByRole("button", { name: "Read resource" }));
  await screen.findByText(/read file:\/\/\/a b/);
});
