// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fill, pick, renderInTab } from "../../component.fixture.tsx";
import { button } from "../../inbox/ui/ask.fixture.tsx";
import { createTab } from "../stores/tab.fixture.ts";
import { SamplingView } from "./SamplingView.tsx";

const tools = [
  {
    name: "get_weather",
    description: "Looks up the weather",
    inputSchema: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
  },
];
const params = {
  systemPrompt: "Be brief",
  messages: [
    { role: "user", content: { type: "text", text: "safe\u202egnp.exe" } },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Graz" } }],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          toolUseId: "toolu_1",
          isError: true,
          content: [{ type: "text", text: "The service is down" }],
          structuredContent: { code: 503 },
        },
      ],
    },
    { role: "user", content: { type: "video", uri: "x" } },
  ],
  modelPreferences: { hints: [{ name: "claude" }] },
  includeContext: "thisServer",
  maxTokens: 50,
  tools,
};

/**
 * Has a server ask while the playground is shown, and waits for the panel of models. What suspends in
 * an `act` that is not awaited, as that of each event of Testing Library, is not rendered when it
 * could be, and no check of the answer after it. Pages have no `act`.
 */
async function ask(asked: object = params) {
  const tab = createTab();
  const { opener } = tab.stores.connections;
  const { all } = tab.stores.servers;
  const { requests: inbox } = tab.stores.inbox;
  const serverId = opener.open({ target: { kind: "http", url: "http://127.0.0.1:9/mcp" } });
  const connectionId = all.getState().open.get(serverId)?.connection?.id ?? "";
  const { signal } = new AbortController();
  const input = { method: "sampling/createMessage", params: asked, seq: 1, signal };
  const answer = inbox.ask({ serverId, connectionId, server: "a-server" }, input as never);
  const view = await act(async () => renderInTab(<SamplingView />, tab));
  await screen.findByRole("region", { name: "Generate with a model" });
  return { ...view, answer };
}
const resultOf = async (answer: Awaited<ReturnType<typeof ask>>["answer"]) =>
  JSON.parse((await answer).text);
const requestTab = (name: string) =>
  within(screen.getByRole("tablist", { name: "Request as" })).getByRole("tab", { name });

describe("a pending request", () => {
  test("is a conversation with every member of the request", async () => {
    const { user } = await ask();
    const card = screen.getByRole("region", { name: "Sampling request" });
    for (const text of [
      "Be brief",
      "safe\\u{202e}gnp.exe",
      "get_weather",
      "The service is down",
      "error",
      "hints claude",
      "no context is added",
    ]) {
      expect(card.textContent).toContain(text);
    }
    expect(await screen.findByText(/503/)).toBeDefined();
    expect(await screen.findByText(/"video"/)).toBeDefined();
    await user.click(button("Tools"));
    await user.click(button("get_weather"));
    expect(screen.getByText("Looks up the weather")).toBeDefined();
  });

  test("an edit is for a model only, and can be undone", async () => {
    const { user, stores } = await ask();
    await user.click(requestTab("JSON"));
    await fill(
      user,
      screen.getByRole("textbox", { name: "Request params" }),
      '{"messages":[],"maxTokens":1,"future":12345678901234567890}',
    );
    await user.click(requestTab("Conversation"));
    expect(await screen.findByText("The request has no messages.")).toBeDefined();
    const [draft] = [...stores.sampling.answerDrafts.getState().values()];
    expect(draft?.requestText).toContain("12345678901234567890");
    await user.click(button("Reset to what the server sent"));
    expect(await screen.findByText("Be brief")).toBeDefined();
    expect(screen.queryByRole("button", { name: /^Reset/ })).toBeNull();
  });

  test("a tool of the request is used with arguments from its form", async () => {
    const { user, answer } = await ask();
    await pick(user, button("Add block"), /get_weather/);
    const city = screen.getByRole("textbox", { name: /city/ });
    expect(await screen.findByRole("button", { name: "Send anyway" })).toBeDefined();
    await user.type(city, "Graz");
    await user.click(await screen.findByRole("button", { name: "Send response" }));
    expect(await resultOf(answer)).toMatchObject({
      content: { type: "tool_use", name: "get_weather", input: { city: "Graz" } },
      stopReason: "toolUse",
    });
  });

  test("an image from a file follows the text, and a block is removed again", async () => {
    const { user, answer } = await ask();
    await user.type(screen.getByRole("textbox", { name: "Response" }), "See");
    const file = new File([new Uint8Array([1, 2, 3])], "a.png", { type: "image/png" });
    await user.upload(screen.getByLabelText("Image file"), file);
    expect(await screen.findByRole("region", { name: "Block 2" })).toBeDefined();
    await pick(user, button("Add block"), "Text");
    await user.type(screen.getByRole("textbox", { name: "Text of block 3" }), "gone");
    await user.click(button("Remove block 3"));
    await user.click(button("Send response"));
    expect((await resultOf(answer)).content).toEqual([
      { type: "text", text: "See" },
      { type: "image", data: "AQID", mimeType: "image/png" },
    ]);
  });

  test("model and stop reason are what the user enters", async () => {
    const { user, answer } = await ask();
    await user.click(button("Role, model and stop reason"));
    await fill(user, screen.getByRole("textbox", { name: "Model" }), "me");
    await user.clear(screen.getByRole("textbox", { name: "Stop reason" }));
    await user.type(screen.getByRole("textbox", { name: "Response" }), "Hi");
    // the button says so once the answer has been checked
    await user.click(await screen.findByRole("button", { name: "Send response" }));
    expect(await resultOf(answer)).toEqual({
      role: "assistant",
      content: { type: "text", text: "Hi" },
      model: "me",
    });
  });

  test("the current answer becomes a rule, which is switched off", async () => {
    const { user, stores } = await ask();
    await user.type(screen.getByRole("textbox", { name: "Response" }), "Always this");
    await user.click(button("Answer like this from now on"));
    expect(screen.getByRole("list", { name: "Rules" }).textContent).toContain("Answer a-server");
    const { rules, on } = stores.inbox.rules.getState();
    expect(rules[0]?.answer).toMatchObject({ kind: "result" });
    expect(JSON.stringify(rules[0]?.answer)).toContain("Always this");
    expect([...on.values()].every((own) => own.size === 0)).toBe(true);
  });

  test("large media are not decoded, and long texts are cut, until the user asks for them", async () => {
    const { user } = await ask({
      messages: [
        { role: "user", content: { type: "image", mimeType: "image/png", data: "A".repeat(4e6) } },
        { role: "user", content: { type: "text", text: "x".repeat(5000) } },
        { role: "user", content: { type: "text", text: "last" } },
      ],
    });
    expect(screen.queryByRole("img")).toBeNull();
    expect(button("Show image (3.0 MB)")).toBeDefined();
    expect(screen.queryByText("x".repeat(5000))).toBeNull();
    await user.click(button("Show all 5,000 characters"));
    expect(screen.getByText("x".repeat(5000))).toBeDefined();
  });

  test("a long conversation shows the last messages, and the earlier ones on demand", async () => {
    const message = (index: number) => ({
      role: "user",
      content: { type: "text", text: `Message ${index}` },
    });
    const { user } = await ask({
      messages: Array.from({ length: 40 }, (_, index) => message(index)),
    });
    expect(screen.queryByText("Message 9")).toBeNull();
    await user.click(button("Show them"));
    expect(screen.getByText("Message 0")).toBeDefined();
  });
});

describe("a scratch request", () => {
  test("is written without a server, saved with a name, and deleted", async () => {
    const { user, stores } = renderInTab(<SamplingView />);
    await user.click(button("Write a request"));
    await fill(user, screen.getByRole("textbox", { name: /^text/ }), "Hello");
    await fill(user, screen.getByRole("textbox", { name: "Name" }), "Greeting");
    expect(
      within(screen.getByRole("region", { name: "Scratch" })).getByRole("button", {
        name: "Greeting",
      }),
    ).toBeDefined();
    const [request] = stores.sampling.scratch.getState();
    expect(JSON.parse(request?.text ?? "")).toMatchObject({
      messages: [{ content: { text: "Hello" } }],
    });
    expect(request).toMatchObject({ name: "Greeting" });
    await user.click(button("Delete"));
    expect(screen.getByText("No sampling requests")).toBeDefined();
  });

  test("is copied from a pending request with its edits", async () => {
    const { user, stores } = await ask();
    await user.click(button("Copy as scratch request"));
    expect(screen.getByRole("region", { name: "Scratch request" })).toBeDefined();
    expect(JSON.parse(stores.sampling.scratch.getState()[0]?.text ?? "")).toEqual(params);
    await user.click(button("Duplicate"));
    expect(stores.sampling.scratch.getState()).toHaveLength(2);
  });

  test("a pending request that arrives does not replace the request that is being written", async () => {
    const { user, stores } = renderInTab(<SamplingView />);
    await user.click(button("Write a request"));
    const control = new AbortController();
    const input = { method: "sampling/createMessage", params, seq: 1, signal: control.signal };
    act(() => {
      const asker = { serverId: "r", connectionId: "c", server: "a-server" };
      void stores.inbox.requests.ask(asker, input as never);
    });
    expect(screen.getByRole("region", { name: "Scratch request" })).toBeDefined();
    await user.click(
      within(screen.getByRole("region", { name: "Waiting" })).getByRole("button", {
        name: /a-server/,
      }),
    );
    expect(screen.getByRole("region", { name: "Sampling request" })).toBeDefined();
    // what ended does not wait
    act(() => control.abort("withdrawn"));
    await screen.findByRole("region", { name: "Ended" });
    expect(screen.queryByRole("region", { name: "Waiting" })).toBeNull();
  });
});

test("text is shown as Markdown on request, with its hidden characters", async () => {
  const text =
    "# Title\n\nsafe\u202egnp.exe [link](https://a.example/)\n\n![pixel](https://b.example/)";
  const { user } = await ask({ messages: [{ role: "user", content: { type: "text", text } }] });
  const card = within(screen.getByRole("region", { name: "Sampling request" }));
  expect(card.queryByRole("link")).toBeNull();
  expect(card.getByText(/# Title/)).toBeDefined();
  await user.click(card.getByRole("button", { name: "Show as Markdown (Text)" }));
  expect(await card.findByRole("heading", { name: "Title" })).toBeDefined();
  expect(card.getByText(/safe\\u\{202e\}gnp/)).toBeDefined();
  const links = card.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["https://a.example/", "https://b.example/"]);
  expect(card.queryByRole("img")).toBeNull();
  await user.click(card.getByRole("button", { name: "Show as text (Text)" }));
  expect(card.queryByRole("link")).toBeNull();
});
