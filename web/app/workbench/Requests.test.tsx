// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { fill } from "../../component.fixture.tsx";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { ask, button, resultOf } from "../../inbox/ui/ask.fixture.tsx";

describe("sampling", () => {
  const params = {
    systemPrompt: "Be brief",
    messages: [{ role: "user", content: { type: "text", text: "What is <i>MCP</i>?" } }],
    maxTokens: 50,
  };

  test("shows the request; one sentence typed into Response is the answer", async () => {
    const { user, answer } = ask("sampling/createMessage", params);
    const card = screen.getByRole("region", { name: "Sampling request" });
    for (const text of ["Be brief", "What is <i>MCP</i>?", "maxTokens", "50"]) {
      expect(card.textContent).toContain(text);
    }
    await user.type(within(card).getByRole("textbox", { name: "Response" }), "A protocol");
    await user.click(button("Send response"));
    const { kind, text } = (await answer) as { kind: string; text: string };
    expect(kind).toBe("result");
    expect(JSON.parse(text)).toEqual({
      role: "assistant",
      content: { type: "text", text: "A protocol" },
      model: "answered-by-hand",
      stopReason: "endTurn",
    });
  });

  test("Ctrl+Enter in Response sends it", async () => {
    const { user, answer } = ask("sampling/createMessage", params);
    await user.type(screen.getByRole("textbox", { name: "Response" }), "Hi{Control>}{Enter}");
    expect(JSON.parse((await answer).text).content.text).toBe("Hi");
  });

  test("an empty text is sent only by the button that says so", async () => {
    const { user, answer, requests } = ask("sampling/createMessage", params);
    expect(button("Send response")).toHaveProperty("disabled", true);
    expect(screen.queryByRole("button", { name: "Answer like this from now on" })).toBeNull();
    const response = screen.getByRole("textbox", { name: "Response" });
    await user.type(response, "x{Backspace}{Control>}{Enter}{/Control}");
    expect(requests()).toHaveLength(1);
    await user.type(response, "x");
    expect(button("Send response")).toHaveProperty("disabled", false);
    expect(screen.queryByRole("button", { name: "Send an empty text" })).toBeNull();
    await user.clear(response);
    await user.click(button("Send an empty text"));
    expect(JSON.parse((await answer).text).content.text).toBe("");
  });

  test("the whole message is written as JSON; problems are listed, and it can be sent anyway", async () => {
    const { user, answer } = ask("sampling/createMessage", params);
    await user.click(screen.getByRole("tab", { name: "JSON" }));
    await fill(user, screen.getByRole("textbox", { name: "Whole answer" }), '{"content":7}');
    await user.click(await screen.findByRole("button", { name: "Send anyway" }));
    expect((await answer).text).toBe('{"content":7}');
  });

  test("text that would break the message around it cannot be sent", async () => {
    const { user } = ask("sampling/createMessage", params);
    await user.click(screen.getByRole("tab", { name: "JSON" }));
    await fill(user, screen.getByRole("textbox", { name: "Whole answer" }), "{}}");
    expect(button("Send response")).toHaveProperty("disabled", true);
    expect(screen.getByText(/not valid JSON/)).toBeDefined();
  });

  test("the draft survives a lost connection, and can no longer be sent", async () => {
    const { user, withdrawal, answer } = ask("sampling/createMessage", params);
    let isSettled = false;
    void answer.then(() => {
      isSettled = true;
    });
    await user.type(screen.getByRole("textbox", { name: "Response" }), "Nearly done");
    withdrawal.abort("connection-closed");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Decline" })).toBeNull());
    expect(screen.getByRole("textbox", { name: "Response" })).toHaveProperty(
      "value",
      "Nearly done",
    );
    expect(isSettled).toBe(true);
  });

  test("of many concurrent requests the first have cards, and each of the others can be opened", async () => {
    const { user, stores } = ask("sampling/createMessage", params);
    const [first] = stores.inbox.requests.getState() as [InboxItem];
    const { serverId, connectionId, server } = first;
    // parts of a card are loaded on demand
    await act(async () => {
      for (let count = 1; count < 500; count++) {
        void stores.inbox.requests.ask({ serverId, connectionId, server }, first.input);
      }
    });
    expect(screen.getAllByRole("region", { name: "Sampling request" })).toHaveLength(3);
    const lines = screen.getByRole("list", { name: "Further requests" });
    expect(lines.textContent).toContain("and 477 others");
    await user.click(within(lines).getAllByRole("button", { name: "Open" })[0] as HTMLElement);
    expect(screen.getAllByRole("region", { name: "Sampling request" })).toHaveLength(4);
  });

  test("Decline answers with an error, as the specification requires", async () => {
    const { user, answer } = ask("sampling/createMessage", params);
    await user.click(button("Decline"));
    expect(resultOf(await answer)).toMatchObject({ kind: "error", code: -1 });
  });
});
