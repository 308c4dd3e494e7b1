// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../../e2e/servers/models.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { fill, renderInTab } from "../../../component.fixture.tsx";
import { configuredAt } from "../../store/models.fixture.ts";
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
