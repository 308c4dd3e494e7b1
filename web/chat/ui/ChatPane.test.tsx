// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { initiatorsOf } from "../../../shared/log/logSummary.fixture.ts";
import { ChatPane } from "../../app/workbench/ChatPane.tsx";
import { fill, pick, renderInTab } from "../../component.fixture.tsx";
import { configuredAt } from "../../sampling/store/models.fixture.ts";
import { ConversationList } from "./ConversationList.tsx";
import { callNamed as call, openChat } from "./chatPane.fixture.tsx";

test.each(["openai", "anthropic", "google"] as const)(
  "%s chooses a tool, gets its result and answers",
  async (format) => {
    const { server, send, idle, stores } = await openChat(format);
    const args = { id: "call-1", name: "add", arguments: '{"a":2,"b":40}' };
    server.script(
      { text: [], reasoning: "I should add", toolCalls: [args] },
      { text: ["The sum ", "is 42"] },
    );
    await send("What is 2 and 40?");
    await waitFor(() => expect(screen.getByText("The sum is 42")).toBeDefined());
    await idle();
    expect((await call("add")).textContent).toContain("42");
    const [first, second] = server.requests;
    expect(JSON.stringify(first?.body)).toContain("delete_everything");
    expect(/sum\D+42/.test(JSON.stringify(second?.body))).toBe(true);
    expect(screen.getAllByText(/11 \+ 7 tokens/)).toHaveLength(2);
    // the user asked the model, and the model called the tool
    const { log } = stores.traffic;
    const [called] = initiatorsOf(log, "tools/call");
    const { act } = called ?? {};
    expect(act).toBeTypeOf("string");
    // one turn has one act
    expect(called).toEqual({ kind: "model", id: `My ${format}`, act });
    expect(initiatorsOf(log, "tools/call")).toHaveLength(1);
    expect(initiatorsOf(log, "model")).toEqual([
      { kind: "user", act },
      { kind: "user", act },
    ]);
  },
);

test("a destructive tool is called only after the user's press, and a refusal reaches the model", async () => {
  const { user, send, idle, calls } = await openChat();
  await send('delete_everything {"confirm":true}');
  const card = await call("delete_everything");
  expect(card.textContent).toContain("may delete or overwrite data");
  expect(document.activeElement?.textContent).not.toMatch(/Call once|Always/);
  expect(within(card).queryByRole("button", { name: /^Always/ })).toBeNull();
  expect(calls().size).toBe(0);
  await user.click(within(card).getByRole("button", { name: "Refuse" }));
  await idle();
  expect(calls().size).toBe(0);
  expect(card.textContent).toContain("The user does not allow this call.");

  await user.click(screen.getByRole("button", { name: "Ask again" }));
  const again = await call("delete_everything");
  // a model decides when the question appears: a press that was meant for something else is ignored
  const allow = within(again).getByRole("button", { name: "Call once" });
  await user.click(allow);
  expect(again.textContent).not.toContain("Nothing was deleted");
  await waitFor(() => expect(allow.getAttribute("aria-disabled")).toBeNull());
  await user.click(allow);
  await waitFor(() => expect(again.textContent).toContain("Nothing was deleted"));
  await idle();
});

test("the app of a call ends with its conversation", async () => {
  const { send, idle, stores } = await openChat();
  await send("show_steps {}");
  await idle();
  await waitFor(() => expect(stores.apps.getState().open).toHaveLength(1));
  const chats = await stores.chat();
  act(() => chats.remove(chats.conversations.getState().activeId));
  expect(stores.apps.getState().open).toEqual([]);
});

test("a dry run calls nothing", async () => {
  const { user, send, calls } = await openChat();
  await user.click(screen.getByRole("switch", { name: "Dry run" }));
  await send("add 2 and 40");
  await screen.findByText("Dry run: nothing was called.");
  expect((await call("add")).textContent).toContain('"a":2');
  expect(calls().size).toBe(0);
});

test("an edited message begins a branch, and both can be shown", async () => {
  const { user, send, idle } = await openChat();
  await send("add 1 and 2");
  await idle();
  await user.click(screen.getByRole("button", { name: "Edit message" }));
  await fill(user, screen.getByRole("textbox", { name: "Edited message" }), "add 3 and 4");
  await user.click(screen.getByRole("button", { name: "Send as a branch" }));
  await waitFor(() => expect(screen.getByText(/The tool answered.*7/)).toBeDefined());
  await idle();
  const asked = () => screen.getByRole("article", { name: "You" }).textContent;
  expect(asked()).toContain("add 3 and 4");
  await user.click(screen.getByRole("button", { name: "Previous branch" }));
  await waitFor(() => expect(screen.getByText(/The tool answered.*3/)).toBeDefined());
  expect(asked()).toContain("add 1 and 2");
});

test("only ticked tools are offered", async () => {
  const { user, send, idle } = await openChat();
  await user.click(screen.getByRole("button", { name: /^\d+ tools · / }));
  await user.click(await screen.findByRole("checkbox", { name: "add" }));
  await send("add 1 and 2");
  await idle();
  expect(screen.queryByRole("region", { name: "Call of add" })).toBeNull();
});

test("a failure says why, and the turn can be continued", async () => {
  const { user, server, send, idle } = await openChat("openai");
  const body = JSON.stringify({ error: { message: "Slow down" } });
  server.script({ kind: "raw", status: 429, headers: { "retry-after": "7" }, body });
  await send("Hi");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Slow down");
  await idle();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(screen.getByText("Hello")).toBeDefined());
});

test("models answer side by side, and one conversation is continued alone", async () => {
  const { user, server, send } = await openChat("openai", "anthropic");
  const use = { id: "1", name: "echo", arguments: '{"message":"x"}' };
  server.script(
    { text: [], toolCalls: [use] },
    { text: [], toolCalls: [use] },
    { text: ["Done"] },
    { text: ["Done"] },
  );
  await user.click(screen.getByRole("button", { name: "Compare" }));
  for (const name of ["My openai", "My anthropic"]) {
    expect(screen.getByRole("checkbox", { name })).toHaveProperty("checked", true);
  }
  await send("Say x");
  const columns = await screen.findAllByRole("region", { name: /^Conversation with / });
  expect(columns).toHaveLength(2);
  for (const column of columns) {
    await waitFor(() => expect(column.textContent).toContain("Done"));
    expect(within(column).getByText("1 call · 36 tokens")).toBeDefined();
  }
  // the question is asked once, and only what differs is in the table
  expect(screen.getAllByText("Say x")).toHaveLength(1);
  const table = await screen.findByRole("region", { name: "Where they differ" });
  expect(within(table).queryByRole("row", { name: /^Tokens in/ })).toBeNull();
  await user.click(within(table).getByRole("button", { name: "All numbers" }));
  expect(within(table).getByRole("row", { name: "Tokens in 22 22" })).toBeDefined();
  const [first] = columns as [HTMLElement];
  await user.click(within(first).getByRole("button", { name: "Continue alone" }));
  await screen.findByRole("region", { name: "Conversation" });
});

test("what was said before a comparison is one line above the columns", async () => {
  const { user, server, send, idle } = await openChat("openai", "anthropic");
  server.script({ text: ["First answer"] });
  await send("Hi");
  await screen.findByText("First answer");
  await idle();
  await user.click(screen.getByRole("button", { name: "Compare" }));
  await send("And now?");
  await waitFor(() => expect(screen.getAllByText("Hello")).toHaveLength(2));
  await idle();
  expect(screen.queryByText("First answer")).toBeNull();
  await user.click(screen.getByRole("button", { name: "2 earlier messages, the same for both" }));
  expect(screen.getAllByText("First answer")).toHaveLength(1);
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveProperty(
    "placeholder",
    "Ask both",
  );
});

test("one model answers under several system prompts, and arguments that differ are marked", async () => {
  const { user, server, send } = await openChat("openai");
  const add = (id: string, b: number) => ({
    id,
    name: "add",
    arguments: JSON.stringify({ a: 2, b }),
  });
  server.script(
    { text: [], toolCalls: [add("1", 40)], usage: { input: 100, output: 9, cached: 64 } },
    { text: [], toolCalls: [add("2", 41)], usage: { input: 100, output: 9, reasoning: 5 } },
    { text: ["Done"] },
    { text: ["Done"] },
  );
  await user.click(screen.getByRole("button", { name: "Compare" }));
  await user.click(screen.getByRole("checkbox", { name: /^Scripted/ }));
  await fill(user, screen.getByRole("textbox", { name: "System prompt" }), "Be brief");
  await user.click(screen.getByRole("button", { name: "Add system prompt" }));
  await fill(user, screen.getByRole("textbox", { name: "System prompt 2" }), "Be precise");
  await send("Add 2 and 40");
  const columns = await screen.findAllByRole("region", { name: /^Conversation with My openai, / });
  expect(columns).toHaveLength(2);
  for (const column of columns) {
    await waitFor(() => expect(column.textContent).toContain("Done"));
  }
  const sent = new Set(server.requests.map(({ body }) => body.messages[0].content));
  expect(sent).toEqual(new Set(["Be brief", "Be precise"]));
  const table = await screen.findByRole("region", { name: "Where they differ" });
  const [, ...cells] = within(table).getByRole("row", { name: /^Call 1/ }).children;
  expect(cells.map((cell) => cell.querySelector("mark")?.textContent)).toEqual([
    undefined,
    expect.stringMatching(/^b: 4[01]$/),
  ]);
  expect(table.textContent).toMatch(/64 cached.*5 reasoning/);
  await screen.findByRole("img", { name: /^Context: about [\d,]+ of 128,000 tokens: .*tools/ });
});

test("Stop ends a turn that waits for the user", async () => {
  const { user, send, idle, calls } = await openChat();
  await send('delete_everything {"confirm":true}');
  await call("delete_everything");
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await idle();
  expect(screen.getByText("Stopped.")).toBeDefined();
  expect(calls().size).toBe(0);
});

test("of a conversation of 500 turns only the newest messages are drawn, until the user asks for others", async () => {
  // nothing comes near the visible part by itself
  const everythingInView = IntersectionObserver;
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.stubGlobal("IntersectionObserver", everythingInView));
  const { user, stores } = await openChat();
  const messages = Array.from({ length: 500 }, (_, at) => [
    { kind: "user", id: `u${at}`, parent: `r${at - 1}`, text: `Question ${at}`, at },
    {
      kind: "reply",
      id: `r${at}`,
      parent: `u${at}`,
      modelName: "model",
      content: [{ type: "text", text: `Answer ${at}` }],
      reasoning: "",
      calls: [],
      elapsedMs: 1,
      usage: {},
    },
  ]).flat();
  const [first, ...rest] = messages;
  const { conversations } = await stores.chat();
  const chat = {
    systemPrompt: "",
    leaf: "r499",
    messages: [{ ...first, parent: undefined }, ...rest],
  };
  act(() => conversations.addRecorded([JSON.parse(JSON.stringify(chat))], "s"));
  await screen.findByText("Answer 499");
  const drawn = () => screen.getAllByRole("article").length;
  expect(drawn()).toBeLessThan(20);
  for (let presses = 0; presses < 15; presses++) {
    await user.click(screen.getByRole("button", { name: /^Show [\d,]+ earlier messages$/ }));
  }
  expect(drawn()).toBeLessThanOrEqual(60);
  expect(screen.queryByText("Answer 499")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Show [\d,]+ later messages$/ }));
  expect(drawn()).toBeLessThanOrEqual(60);
});

test("what is set while models are compared is set for each column", async () => {
  const { user, server, send, calls } = await openChat("openai", "anthropic");
  await user.click(screen.getByRole("button", { name: "Compare" }));
  for (const name of ["My openai", "My anthropic"]) {
    expect(screen.getByRole("checkbox", { name })).toHaveProperty("checked", true);
  }
  await send("Hi");
  await waitFor(() => expect(screen.getAllByText("Hello")).toHaveLength(2));
  await screen.findByRole("button", { name: "Send" });
  await user.click(screen.getByRole("switch", { name: "Dry run" }));
  const use = { id: "1", name: "echo", arguments: '{"message":"x"}' };
  server.script({ text: [], toolCalls: [use] }, { text: [], toolCalls: [use] });
  await send("Echo x");
  await waitFor(() => {
    expect(screen.getAllByText("Dry run: nothing was called.")).toHaveLength(2);
  });
  expect(calls().size).toBe(0);
  // all columns are one conversation to choose, and to delete
  await user.click(screen.getByRole("button", { name: "Conversation actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Delete conversation" }));
  await screen.findByText("Would a model pick your tools?");
});

test("calls of a tool ask, run or are refused as the user chose for it", async () => {
  const { user, send, idle, calls } = await openChat();
  const choose = async (name: string, choice: string) => {
    await user.click(await screen.findByRole("combobox", { name: `Calls of ${name}` }));
    await user.click(await screen.findByRole("option", { name: choice }));
  };
  await user.click(screen.getByRole("button", { name: /^\d+ tools · / }));
  await user.click(await screen.findByRole("combobox", { name: "Calls of delete_everything" }));
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Ask",
    "Never",
  ]);
  await user.keyboard("{Escape}");
  await choose("add", "Ask");
  await send("add 1 and 2");
  await user.click(within(await call("add")).getByRole("button", { name: "Refuse" }));
  await idle();
  await choose("echo", "Never");
  await send('echo "x"');
  await waitFor(async () =>
    expect((await call("echo")).textContent).toContain("The user does not allow this call."),
  );
  await idle();
  expect(calls().size).toBe(0);
});

test("what was typed stays while another view is shown and a model is added, which is chosen then", async () => {
  const { user, server, unmount, stores, ...tab } = await openChat("openai");
  const field = () => screen.findByRole("textbox", { name: "Message" });
  await fill(user, await field(), "How many?");
  const model = () => screen.getByRole("combobox", { name: /Model/ });
  const before = stores.view.getState().pane;
  await pick(user, model(), "Add a model …");
  const wanted = stores.view.getState().wantedModel;
  expect(wanted?.place).toBe("Chat");
  const { models } = await stores.sampling.openModels();
  act(() => {
    models.add(configuredAt(server, "anthropic"));
    wanted?.onAdded(["anthropic"]);
  });
  expect(model().textContent).toContain("My anthropic");
  expect(await field()).toHaveProperty("value", "How many?");
  expect(stores.view.getState().pane).toBe(before);
  await user.click(screen.getByRole("button", { name: "Compare" }));
  unmount();
  renderInTab(<ChatPane />, { ...tab, stores });
  expect(await field()).toHaveProperty("value", "How many?");
  for (const name of ["My openai", "My anthropic"]) {
    expect(screen.getByRole("checkbox", { name })).toHaveProperty("checked", true);
  }
  expect(server.requests).toEqual([]);
});

test("one press sends a suggestion, which is a sentence and names the tool that it should need", async () => {
  const { user, idle } = await openChat();
  const list = screen.getByRole("list", { name: "Suggestions" });
  const names = within(list)
    .getAllByRole("button")
    .map(({ textContent }) => textContent ?? "");
  for (const name of names) expect(name).toMatch(/^\p{Lu}[^.?]*[.?] [\w-]+( · asks you first)?$/u);
  await user.click(within(list).getByRole("button", { name: /^Add two numbers: 2 and 40/ }));
  await screen.findByText(/The tool answered.*42/);
  await idle();
  expect(screen.queryByRole("list", { name: "Suggestions" })).toBeNull();
});

test("a question about a call says who wants it and how long it has waited", async () => {
  const { user, send, idle } = await openChat();
  await send('delete_everything {"confirm":true}');
  const card = await call("delete_everything");
  await waitFor(() =>
    expect(card.textContent).toContain("May Scripted model (rules, no AI) call this?"),
  );
  expect(card.querySelector("dl")?.textContent).toBe("confirmtrue");
  const waited = () => Number(/waits (\d+) s/.exec(card.textContent ?? "")?.[1]);
  await waitFor(() => expect(waited()).toBeGreaterThanOrEqual(1));
  await user.click(within(card).getByRole("button", { name: "Refuse" }));
  await idle();
  expect(card.textContent).not.toContain("waits");
});

test("the history lists conversations with their turns, and opens one", async () => {
  const { user, send, idle, stores, unmount, ...tab } = await openChat();
  await send("add 1 and 2");
  await idle();
  await send("add 3 and 4");
  await idle();
  await user.click(screen.getByRole("button", { name: "New conversation" }));
  await send("echo hello");
  await idle();
  unmount();
  const history = renderInTab(<ConversationList query="ADD 3" />, { ...tab, stores });
  const list = await screen.findByRole("list", { name: "Conversations" });
  const [found, ...others] = within(list).getAllByRole("button");
  expect(others).toEqual([]);
  expect(found?.textContent).toMatch(/^add 1 and 22 turns · /);
  await user.click(found as HTMLElement);
  expect(stores.view.getState().pane).toBe("chat");
  history.unmount();
  renderInTab(<ChatPane />, { ...tab, stores });
  await screen.findByText(/The tool answered.*7/);
});

test("Enter sends a message, Shift+Enter and the end of a composition do not", async () => {
  const touchScreen = globalThis.matchMedia;
  onTestFinished(() => void vi.stubGlobal("matchMedia", touchScreen));
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false }),
  );
  const { user, server, idle } = await openChat("openai");
  server.script({ text: ["Understood"] });
  const field = screen.getByRole("textbox", { name: "Message" });
  screen.getByText("Enter sends, Shift+Enter makes a new line");
  await user.type(field, "one{Shift>}{Enter}{/Shift}two");
  expect(field).toHaveProperty("value", "one\ntwo");
  fireEvent.keyDown(field, { key: "Enter", isComposing: true });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(server.requests).toHaveLength(0);
  await user.keyboard("{Enter}");
  await screen.findByText("Understood");
  await idle();
  expect(JSON.stringify(server.requests[0]?.body)).toContain("one\\ntwo");
  expect(field).toHaveProperty("value", "");
});
