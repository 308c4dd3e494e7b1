// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../e2e/servers/listen.ts";
import { type ModelServer, startModelServer } from "../../../../e2e/servers/models.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { fill, pick, renderInTab } from "../../../component.fixture.tsx";
import { configuredAt } from "../../store/models.fixture.ts";
import { LocalModels } from "./LocalModels.tsx";
import { ModelsPanel } from "./ModelsPanel.tsx";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const key = "sk-secret-0123456789";

async function render(add: readonly ReturnType<typeof configuredAt>[] = []) {
  const tab = createTab();
  const stores = await tab.stores.sampling.openModels();
  for (const model of add) stores.models.add(model);
  // the panel suspends until the stores are there
  const rendered = await act(async () => renderInTab(<ModelsPanel />, tab));
  return { ...rendered, ...stores };
}
const button = (name: string) => screen.getByRole("button", { name });
const textbox = (name: string) => screen.getByRole("textbox", { name });

test("a model is added, tested with its key and stored without it", async () => {
  const { user, models, keys, stored } = await render();
  await user.click(await screen.findByRole("button", { name: "Add a model" }));
  await pick(user, screen.getByRole("combobox", { name: "Provider" }), "Ollama");
  expect(textbox("Base URL")).toHaveProperty("value", "http://localhost:11434/v1");
  await fill(user, textbox("Base URL"), server.baseUrls.openai);
  await fill(user, screen.getByRole("combobox", { name: /^Model/ }), "model-1");
  await fill(user, textbox("Name"), "Mine");
  await fill(user, textbox("Key"), key);
  await user.click(button("Test"));
  expect(await screen.findByText(/^Answered in .* as model-1-reported: “Hello”$/)).toBeDefined();
  expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${key}`);
  await user.click(button("Save model"));
  const list = await screen.findByRole("list", { name: "Models" });
  expect(list.textContent).toContain("Mine");
  const [model] = models.getState().models;
  expect(model).toMatchObject({ name: "Mine", model: "model-1", isKeyStored: false });
  expect(model && (await keys.find(model))).toBe(key);
  expect(JSON.stringify([...stored])).toContain("Mine");
  expect(JSON.stringify([...stored])).not.toContain(key);
  expect(document.body.innerHTML).not.toContain(key);
});

/** A server on this computer that answers with a list of models. */
async function startLocal(name: string, list: object) {
  const local = await listen();
  onTestFinished(local.close);
  local.answer((request, response) => {
    response.writeHead(request.url === "/v1/models" ? 200 : 404, {
      "access-control-allow-origin": "*",
      "content-type": "application/json",
    });
    response.end(JSON.stringify(list));
  });
  return { name, baseUrl: `${local.origin}/v1` };
}

test("local models are looked for on request only, and added", async () => {
  const llama = { id: "llama3.2:latest", object: "model", created: 1, owned_by: "library" };
  const qwen = { id: "qwen2.5-7b-instruct", object: "model", owned_by: "organization_owner" };
  const ollama = await startLocal("Ollama", { object: "list", data: [llama] });
  const places = [
    ollama,
    await startLocal("LM Studio", { data: [qwen], object: "list" }),
    // what Ollama says without any model
    await startLocal("Another Ollama", { object: "list", data: null }),
    { name: "Jan", baseUrl: "http://127.0.0.1:1/v1" },
  ];
  const tab = createTab();
  const { models } = await tab.stores.sampling.openModels();
  const fetched = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => fetched.mockRestore());
  const { user } = await act(async () => renderInTab(<LocalModels places={places} />, tab));
  const find = await screen.findByRole("button", { name: "Find local models" });
  expect(fetched).not.toHaveBeenCalled();
  await user.click(find);
  await user.click(await screen.findByRole("button", { name: "Add llama3.2:latest (Ollama)" }));
  expect(models.getState().models).toMatchObject([
    { name: "llama3.2:latest (Ollama)", model: "llama3.2:latest", baseUrl: ollama.baseUrl },
  ]);
  await screen.findByRole("button", { name: "Add qwen2.5-7b-instruct (LM Studio)" });
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});

test("a refused key is explained with what the provider says", async () => {
  const body = JSON.stringify({ error: { message: "Incorrect API key provided" } });
  server.script({ kind: "raw", status: 401, body });
  const { user } = await render([configuredAt(server, "openai")]);
  await user.click(await screen.findByRole("button", { name: "Test My openai" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("does not accept the key");
  expect(alert.textContent).toContain("Incorrect API key provided");
});

test("the models of a provider are listed, and one is picked", async () => {
  const { user, models } = await render([configuredAt(server, "openai", { model: "" })]);
  await user.click(await screen.findByRole("button", { name: /^Edit/ }));
  await user.click(button("List models"));
  await waitFor(() => expect(screen.getByRole("button", { name: /Model/ })).toBeDefined());
  const field = screen.getByRole("combobox", { name: /^Model/ });
  await user.click(field);
  await user.keyboard("{ArrowDown}");
  const [first] = await screen.findAllByRole("option");
  const name = first?.textContent ?? "";
  await user.click(first as HTMLElement);
  await user.click(button("Save model"));
  await waitFor(() => expect(models.getState().models[0]?.model).toBe(name));
  expect(name).not.toBe("");
});

test("a changed origin does not get the key of the previous one", async () => {
  const model = configuredAt(server, "openai");
  const { user, models, keys } = await render([model]);
  await keys.keep(model, key, false);
  await user.click(await screen.findByRole("button", { name: "Edit My openai" }));
  await fill(user, textbox("Base URL"), "http://127.0.0.1:9/v1");
  await user.click(button("Save model"));
  await waitFor(() => expect(models.getState().models[0]?.baseUrl).toBe("http://127.0.0.1:9/v1"));
  const [moved] = models.getState().models;
  expect(moved && (await keys.find(moved))).toBeUndefined();
  expect(await keys.find(model)).toBeUndefined();
});

test.each([
  ["https://user:pass@one.example/v1", "user name"],
  ["https://one.example/v1?key=1", "query"],
  ["ftp://one.example", "https://"],
  ["nonsense", "not a URL"],
])("the base URL %s cannot be saved", async (url, words) => {
  const { user } = await render([configuredAt(server, "openai")]);
  await user.click(await screen.findByRole("button", { name: "Edit My openai" }));
  await fill(user, textbox("Base URL"), url);
  expect(screen.getByRole("form", { name: "Model" }).textContent).toContain(words);
  expect(button("Save model")).toHaveProperty("disabled", true);
});

test("a price that was not entered is not known", async () => {
  const { user, models } = await render([configuredAt(server, "openai")]);
  await user.click(await screen.findByRole("button", { name: "Edit My openai" }));
  await user.click(button("Prices"));
  const input = textbox("Price of a million input tokens");
  await fill(user, input, "3");
  expect(textbox("Price of a million output tokens")).toHaveProperty("value", "");
  await user.click(button("Save model"));
  expect(models.getState().models[0]?.prices).toEqual({ inputPerMillion: 3 });
});

test("models are ordered and deleted; limits are edited, and invalid input changes nothing", async () => {
  const { user, models, limits, keys } = await render([
    configuredAt(server, "openai"),
    configuredAt(server, "google"),
  ]);
  const [model] = models.getState().models;
  if (model) await keys.keep(model, key, false);
  await user.click(await screen.findByRole("button", { name: "Move My google up" }));
  expect(models.getState().models.map(({ id }) => id)).toEqual(["google", "openai"]);
  await user.click(button("Delete My openai"));
  expect(models.getState().models.map(({ id }) => id)).toEqual(["google"]);
  expect(model && (await keys.find(model))).toBeUndefined();
  const part = within(screen.getByRole("region", { name: "Limits of automatic answers" }));
  const tokens = part.getByRole("textbox", { name: "Tokens" });
  await fill(user, tokens, "1000");
  expect(limits.getState().settings.tokens).toBe(1000);
  await fill(user, tokens, "-5");
  expect(limits.getState().settings.tokens).toBe(1000);
});
