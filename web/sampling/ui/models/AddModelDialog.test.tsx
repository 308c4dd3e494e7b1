// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../e2e/servers/listen.ts";
import { type ModelServer, startModelServer } from "../../../../e2e/servers/models.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { fill, renderInTab } from "../../../component.fixture.tsx";
import { AddModelDialog } from "./AddModelDialog.tsx";
import type { LocalPlace } from "./useFoundModels.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

const key = "sk-secret-0123456789";

/** The dialog, opened for Chat. */
async function open(places: readonly LocalPlace[] = []) {
  // the tab takes it when it is created
  const fetched = vi.spyOn(globalThis, "fetch");
  onTestFinished(() => fetched.mockRestore());
  const tab = createTab();
  const stores = await tab.stores.sampling.openModels();
  const onAdded = vi.fn();
  tab.stores.view.addModel({ place: "Chat", onAdded });
  const { user } = await act(async () => renderInTab(<AddModelDialog places={places} />, tab));
  await screen.findByRole("dialog", { name: "Add a model" });
  const press = (name: string) => user.click(screen.getByRole("button", { name }));
  const choose = (name: string) => user.click(screen.getByRole("radio", { name }));
  return { ...tab, ...stores, user, press, choose, onAdded, fetched };
}
const textbox = (name: string) => screen.getByRole("textbox", { name });
const found = async () => screen.findByRole("list", { name: "Models found" });

test("a pasted key lists the models, the first one is chosen, and the key is in no stored text", async () => {
  const { user, press, choose, models, keys, stored, stores, onAdded } = await open();
  await choose("Other address");
  await fill(user, textbox("Base URL"), server.baseUrls.openai);
  await fill(user, textbox("Key"), key);
  const boxes = within(await found()).getAllByRole("checkbox");
  expect(boxes.map((box) => (box as HTMLInputElement).checked)).toEqual([true, false]);
  screen.getByText("chosen: model-1");
  await press("Add and return to Chat");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [model] = models.getState().models;
  expect(model).toMatchObject({ name: "model-1", baseUrl: server.baseUrls.openai });
  expect(onAdded).toHaveBeenCalledWith([model?.id]);
  expect(model && (await keys.find(model))).toBe(key);
  expect(JSON.stringify([...stored])).not.toContain(key);
  expect(stores.view.getState().wantedModel).toBeUndefined();
});

test("several are added in the order in which they were ticked, and one that is there is not added twice", async () => {
  const { user, press, choose, models, stores } = await open();
  const find = async () => {
    await choose("Other address");
    await fill(user, textbox("Base URL"), server.baseUrls.openai);
    await press("Find models");
    await found();
  };
  const box = (name: string) => screen.getByRole("checkbox", { name });
  await find();
  await user.click(box("model-1"));
  await user.click(box("model-2"));
  await user.click(box("model-1"));
  screen.getByText("2 models · chosen: model-2");
  await press("Add and return to Chat");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(models.getState().models.map(({ name }) => name)).toEqual(["model-2", "model-1"]);
  act(() => stores.view.addModel({ onAdded: () => undefined }));
  await find();
  for (const name of ["model-1", "model-2"]) expect(box(name)).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Add" })).toHaveProperty("disabled", true);
});

test("a model that is not listed is added by its name", async () => {
  const { user, press, choose, models } = await open();
  server.script({ kind: "raw", status: 404, body: "{}" });
  await choose("Other address");
  await fill(user, textbox("Base URL"), server.baseUrls.openai);
  await user.click(textbox("Key"));
  await user.keyboard("{Enter}");
  await screen.findByRole("alert");
  await fill(user, textbox("Model that is not listed"), "mine");
  await press("Add and return to Chat");
  await waitFor(() => expect(models.getState().models).toMatchObject([{ model: "mine" }]));
});

test("a pasted key goes to its own provider, not to the one that is chosen by default", async () => {
  const { user, fetched } = await open();
  const sent: string[] = [];
  fetched.mockImplementation(async (input) => {
    sent.push(String(input instanceof Request ? input.url : input));
    return new Response("{}", { status: 500 });
  });
  await fill(user, textbox("Key"), "sk-ant-0123456789");
  expect(screen.getByRole("radio", { name: "Anthropic" })).toHaveProperty("checked", true);
  await screen.findByRole("alert");
  expect(new Set(sent.map((url) => new URL(url).host))).toEqual(new Set(["api.anthropic.com"]));
});

test("typing a key sends nothing", async () => {
  const { user, fetched } = await open();
  await user.type(textbox("Key"), "sk-0123456789");
  expect(fetched).not.toHaveBeenCalled();
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
  const { press, choose, models, fetched } = await open(places);
  expect(fetched).not.toHaveBeenCalled();
  await choose("On this machine");
  const boxes = within(await found()).getAllByRole("checkbox");
  expect(boxes.map((box) => box.closest("label")?.textContent)).toEqual([
    "llama3.2:latest (Ollama)",
    "qwen2.5-7b-instruct (LM Studio)",
  ]);
  await press("Add and return to Chat");
  await waitFor(() =>
    expect(models.getState().models).toMatchObject([
      { name: "llama3.2:latest (Ollama)", model: "llama3.2:latest", baseUrl: ollama.baseUrl },
    ]),
  );
});

test("nothing is added where the dialog is closed", async () => {
  const { press, models, onAdded, stores } = await open();
  await press("Cancel");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(models.getState().models).toEqual([]);
  expect(onAdded).not.toHaveBeenCalled();
  expect(stores.view.getState().wantedModel).toBeUndefined();
});
