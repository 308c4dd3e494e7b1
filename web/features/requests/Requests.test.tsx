// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { ask, button, resultOf } from "./ask.fixture.tsx";

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
