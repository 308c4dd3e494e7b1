// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../../e2e/servers/models.ts";
import { createTab } from "../../../app/stores/tab.fixture.ts";
import { pick, renderInTab } from "../../../component.fixture.tsx";
import { configuredAt, question } from "../../store/models.fixture.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import { GeneratePanel } from "./GeneratePanel.tsx";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

async function render(models: readonly ConfiguredModel[], params: object = question) {
  const tab = createTab();
  const stores = await tab.stores.sampling.openModels();
  for (const model of models) stores.models.add(model);
  const panel = (
    <GeneratePanel
      request={{ text: JSON.stringify(params), revision: "2025-11-25" }}
      subject={{ kind: "request", key: "1" }}
    />
  );
  // the panel suspends until the stores are there
  const rendered = await act(async () => renderInTab(panel, tab));
  /** The draft of the answer. */
  const draft = () => tab.stores.sampling.answerDrafts.getState().get("1");
  return { ...rendered, ...stores, draft };
}
const button = (name: string) => screen.getByRole("button", { name });
const answer = (name: string) => screen.getByRole("region", { name: `Answer of ${name}` });
const settled = (name: string) =>
  waitFor(() => expect(answer(name).getAttribute("aria-busy")).toBe("false"));

test("without a model it opens the dialog that adds one, which is chosen then", async () => {
  const { user, stores, models } = await render([]);
  const before = stores.view.getState().pane;
  await user.click(button("Add a model"));
  const wanted = stores.view.getState().wantedModel;
  expect(wanted?.place).toBe("the request");
  expect(stores.view.getState().pane).toBe(before);
  act(() => {
    for (const format of ["openai", "anthropic"] as const) models.add(configuredAt(server, format));
    wanted?.onAdded(["anthropic"]);
  });
  const picker = screen.getByRole("combobox", { name: "Answering model" });
  expect(picker.textContent).toContain("My anthropic");
});

test("the model that matches the preferences is preset, with the reason", async () => {
  const models = [
    configuredAt(server, "openai", { model: "gpt-one" }),
    configuredAt(server, "anthropic", { model: "claude-one" }),
  ];
  const hints = [{ name: "gemini" }, { name: "claude" }];
  const { user } = await render(models, { ...question, modelPreferences: { hints } });
  const picker = screen.getByRole("combobox", { name: "Answering model" });
  expect(picker.textContent).toContain("My anthropic");
  const region = screen.getByRole("region", { name: "Generate with a model" });
  expect(region.textContent).toContain("No model matches the hint “gemini”.");
  expect(region.textContent).toContain("The hint “claude” is part of claude-one.");
  await pick(user, picker, "My openai");
  expect(region.textContent).toContain("The preferences of the request select My anthropic.");
});

test("a preview shows what will be sent, and names everything that is left out", async () => {
  const params = {
    ...question,
    temperature: 0.5,
    metadata: { a: 1 },
    includeContext: "thisServer",
  };
  const { user } = await render([configuredAt(server, "anthropic")], params);
  const before = server.requests.length;
  await user.click(button("What is sent to the model"));
  const notes = await screen.findByRole("list", { name: "Notes" });
  for (const text of ["/temperature", "/metadata", "No context of any server is added"]) {
    expect(notes.textContent).toContain(text);
  }
  expect(server.requests.length).toBe(before);
});

test("an answer streams and becomes the draft; what the user wrote stays until it is replaced", async () => {
  server.script({ text: ["One ", "two"], pauseAfter: 3 }, { text: ["Three"] });
  const { user, draft, stores } = await render([configuredAt(server, "openai")]);
  await user.click(button("Generate"));
  await waitFor(() => expect(answer("My openai").textContent).toContain("One"));
  expect(screen.queryByRole("button", { name: "Use this answer" })).toBeNull();
  server.resume();
  await settled("My openai");
  expect(answer("My openai").textContent).toContain("11 + 7 tokens");
  expect(JSON.parse(draft()?.answerText ?? "")).toEqual({
    role: "assistant",
    content: { type: "text", text: "One two" },
    model: "model-1-reported",
    stopReason: "endTurn",
  });
  expect(button("Use this answer").getAttribute("aria-pressed")).toBe("true");
  act(() => stores.sampling.answerDrafts.change("1", { answerText: '{"content":"mine"}' }));
  await user.click(button("Generate"));
  await waitFor(() => expect(answer("My openai").textContent).toContain("Three"));
  await settled("My openai");
  expect(draft()?.answerText).toBe('{"content":"mine"}');
  await user.click(button("Use this answer"));
  expect(draft()?.answerText).toContain("Three");
});

test("the received part of a stopped or interrupted stream can be used", async () => {
  server.script({ text: ["One ", "two"], pauseAfter: 3 }, { text: ["One ", "two"], cutAfter: 3 });
  const { user, draft } = await render([configuredAt(server, "openai")]);
  await user.click(button("Generate"));
  await waitFor(() => expect(answer("My openai").textContent).toContain("One"));
  await user.click(button("Stop"));
  expect((await screen.findByRole("alert")).textContent).toContain("Stopped");
  await user.click(button("Generate"));
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toContain("The answer ended in the middle"),
  );
  expect(draft()?.answerText).toBeUndefined();
  await user.click(button("Use what arrived"));
  expect(JSON.parse(draft()?.answerText ?? "")).toMatchObject({
    content: { text: expect.stringContaining("One") },
  });
});

test("a tool use is an answer, with the turn of the loop", async () => {
  const toolCalls = [{ id: "call-1", name: "weather", arguments: '{"city":"Bern"}' }];
  server.script({ text: [], toolCalls, finish: "tool_calls" });
  const tools = [{ name: "weather", inputSchema: { type: "object" } }];
  const { user, draft } = await render([configuredAt(server, "openai")], { ...question, tools });
  expect(screen.getByText(/^Turn 1 of a conversation with tools/)).toBeDefined();
  await user.click(button("Generate"));
  await settled("My openai");
  expect(
    within(answer("My openai")).getByRole("region", { name: "Tool use weather" }),
  ).toBeDefined();
  expect(JSON.parse(draft()?.answerText ?? "")).toMatchObject({ stopReason: "toolUse" });
});

test("a request that a rule left to the user says why", async () => {
  const tab = createTab();
  const { models, limits, answers } = await tab.stores.sampling.openModels();
  models.add(configuredAt(server, "openai"));
  limits.change({ rounds: 0 });
  const { requests: inbox } = tab.stores.inbox;
  const { signal } = new AbortController();
  const text = JSON.stringify({ method: "sampling/createMessage", params: question });
  const input = { method: "sampling/createMessage", text, params: question, seq: 1, signal };
  const asker = { serverId: "r", connectionId: "c", server: "s" };
  const asked = { ...input, causedBy: undefined };
  expect(await answers.answer(asker, asked, "openai", () => true)).toBeUndefined();
  void inbox.ask(asker, asked);
  const panel = (
    <GeneratePanel
      request={{ text: JSON.stringify(question), revision: "2025-11-25" }}
      subject={{ kind: "request", key: inbox.getState()[0]?.key ?? "" }}
    />
  );
  const { user } = await act(async () => renderInTab(panel, tab));
  expect(screen.getByRole("note").textContent).toContain("have answered 0 requests of this server");
  await user.click(button("Show limits"));
  expect(tab.stores.view.getState().samplingSection).toBe("models");
});

test("several answers are side by side with their figures; none is the draft until it is used", async () => {
  server.script({ text: ["One"] }, { text: ["Two"] });
  const models = [configuredAt(server, "openai"), configuredAt(server, "google")];
  const third = configuredAt(server, "anthropic");
  const { user, draft } = await render([...models, third]);
  await user.click(screen.getByRole("switch", { name: "Side by side" }));
  await user.click(screen.getByRole("checkbox", { name: "My anthropic" }));
  await user.click(button("Generate"));
  await settled("1: My openai");
  await settled("2: My google");
  expect(screen.queryByRole("region", { name: /My anthropic$/ })).toBeNull();
  expect(answer("1: My openai").textContent).toContain("Tokens in11");
  expect(draft()?.answerText).toBeUndefined();
  const [first, second] = screen.getAllByRole<HTMLInputElement>("radio", {
    name: "Use this answer",
  });
  await user.click(second as HTMLElement);
  expect(draft()?.answerText).toContain(answer("2: My google").textContent?.match(/One|Two/)?.[0]);
  expect([first, second].map((one) => one?.checked)).toEqual([false, true]);
});
