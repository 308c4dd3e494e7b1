// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { descriptionOf, renderInTab } from "../../component.fixture.tsx";
import { createTab } from "../../stores/tab.fixture.ts";
import { Requests } from "./Requests.tsx";

/** Has a server of the shown connection ask, and returns what it is answered. */
function ask(method: string, params: object, tab = createTab()) {
  const { records, opener } = tab.stores.connections;
  const withdrawal = new AbortController();
  const id = opener.open({ kind: "http", url: "http://127.0.0.1:9/mcp" });
  records.activate(id);
  const connectionId = records.getState().records.get(id)?.connection?.id ?? "";
  const input = { method, params, seq: 1, signal: withdrawal.signal };
  const asker = { recordId: id, connectionId, server: "a-server" };
  const answer = tab.stores.requests.inbox.ask(asker, input as never);
  const rendered = renderInTab(<Requests itemKey={undefined} />, tab);
  return { ...rendered, answer, withdrawal };
}
const button = (name: string) => screen.getByRole("button", { name });
const isUnavailable = (element: HTMLElement) =>
  element.getAttribute("aria-disabled") === "true" || (element as HTMLButtonElement).disabled;
const resultOf = (answer: { kind: string; text: string }) => ({
  kind: answer.kind,
  ...JSON.parse(answer.text),
});

describe("elicitation with a form", () => {
  const schema = {
    type: "object",
    properties: { name: { type: "string" }, unit: { type: "string", default: "km" } },
    required: ["name"],
  };
  const askForm = () =>
    ask("elicitation/create", { message: "Who are <b>you</b>?", requestedSchema: schema });

  test("names the server, shows its text as text, and sends what was filled in with the defaults", async () => {
    const { user, answer } = askForm();
    const card = screen.getByRole("region", { name: "Elicitation request" });
    expect(card.textContent).toContain("a-server");
    expect(card.textContent).toContain("Who are <b>you</b>?");
    await user.type(within(card).getByRole("textbox", { name: /name/ }), "Ada");
    await user.click(button("Send response"));
    expect(resultOf(await answer)).toEqual({
      kind: "result",
      action: "accept",
      content: { name: "Ada", unit: "km" },
    });
    expect(screen.queryByRole("region", { name: "Elicitation request" })).toBeNull();
  });

  test("a value that does not fit is marked at its field, and can be sent all the same", async () => {
    const { user, answer } = askForm();
    const name = screen.getByRole("textbox", { name: /name/ });
    await user.click(name);
    await user.click(screen.getByRole("textbox", { name: /unit/ }));
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(descriptionOf(name)).not.toBe("");
    await user.click(screen.getByRole("button", { name: /^Send/ }));
    expect(resultOf(await answer)).toMatchObject({ action: "accept", content: { unit: "km" } });
  });

  test.each([
    ["Decline", "decline"],
    ["Cancel", "cancel"],
  ])("%s answers with the action %s and no content", async (name, action) => {
    const { user, answer } = askForm();
    await user.type(screen.getByRole("textbox", { name: /name/ }), "Ada");
    await user.click(button(name));
    expect(resultOf(await answer)).toEqual({ kind: "result", action });
  });

  test("nothing takes the focus; a withdrawn request can no longer be answered, only dismissed", async () => {
    const { user, withdrawal } = askForm();
    expect(document.activeElement).toBe(document.body);
    withdrawal.abort("withdrawn");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Decline" })).toBeNull());
    expect(screen.queryByRole("button", { name: /^Send/ })).toBeNull();
    await user.click(button("Dismiss"));
    expect(screen.queryByRole("region", { name: "Elicitation request" })).toBeNull();
  });
});

describe("elicitation with a URL", () => {
  test("the whole address is shown, and opened only after Approve", async () => {
    const open = vi.spyOn(window, "open").mockReturnValue(null);
    const url = "https://pay.example/x?y=1";
    const { user, answer } = ask("elicitation/create", { mode: "url", message: "Pay", url });
    expect(screen.getByText(url)).toBeDefined();
    const approve = button("Approve");
    expect(isUnavailable(approve)).toBe(true);
    await user.click(approve);
    expect(open).not.toHaveBeenCalled();
    await waitFor(() => expect(isUnavailable(approve)).toBe(false));
    await user.click(approve);
    expect(open).toHaveBeenCalledWith(url, "_blank", "noopener,noreferrer");
    expect(resultOf(await answer)).toEqual({ kind: "result", action: "accept" });
  });

  test.each([["javascript:alert(1)"], ["file:///etc/passwd"], ["nonsense"]])(
    "%s cannot be approved",
    async (url) => {
      const { user, answer } = ask("elicitation/create", { mode: "url", message: "Pay", url });
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(button("Approve")).toHaveProperty("disabled", true);
      await user.click(button("Decline"));
      expect(resultOf(await answer)).toEqual({ kind: "result", action: "decline" });
    },
  );
});

describe("sampling", () => {
  const params = {
    systemPrompt: "Be brief",
    messages: [{ role: "user", content: { type: "text", text: "What is <i>MCP</i>?" } }],
    maxTokens: 50,
  };

  test("shows the request, and sends the response that was written", async () => {
    const { user, answer } = ask("sampling/createMessage", params);
    const card = screen.getByRole("region", { name: "Sampling request" });
    for (const text of ["Be brief", "What is <i>MCP</i>?", "maxTokens", "50"]) {
      expect(card.textContent).toContain(text);
    }
    const response = within(card).getByRole("textbox", { name: "Response" });
    await user.clear(response);
    await user.paste('{"role":"assistant",\n"content":{"type":"text","text":"A protocol"}}');
    await user.click(button("Send response"));
    const { kind, text } = (await answer) as { kind: string; text: string };
    expect(kind).toBe("result");
    // a stdio message is one line
    expect(text).not.toContain("\n");
    expect(JSON.parse(text).content.text).toBe("A protocol");
  });

  test("text that would break the message around it cannot be sent", async () => {
    const { user } = ask("sampling/createMessage", params);
    const response = screen.getByRole("textbox", { name: "Response" });
    await user.type(response, "}");
    expect(button("Send response")).toHaveProperty("disabled", true);
    expect(response.getAttribute("aria-invalid")).toBe("true");
  });

  test("Decline answers with an error, which the specification asks for", async () => {
    const { user, answer } = ask("sampling/createMessage", params);
    await user.click(button("Decline"));
    expect(resultOf(await answer)).toMatchObject({ kind: "error", code: -1 });
  });
});
