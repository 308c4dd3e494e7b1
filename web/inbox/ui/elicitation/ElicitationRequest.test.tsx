// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { Requests } from "../../../app/workbench/Requests.tsx";
import { descriptionOf, fill, renderInTab } from "../../../component.fixture.tsx";
import { checkValue } from "../../../platform/validation/checkValue.ts";
import { ask, button, isUnavailable, resultOf } from "../ask.fixture.tsx";

describe("elicitation with a form", () => {
  const schema = {
    type: "object",
    properties: { name: { type: "string" }, unit: { type: "string", default: "km" } },
    required: ["name"],
  };
  const askForm = (message = "Who are <b>you</b>?") =>
    ask("elicitation/create", { message, requestedSchema: schema });

  test("names the server, shows its text as text, and sends the entered values with the defaults", async () => {
    const { user, answer } = askForm();
    const card = screen.getByRole("region", { name: "Elicitation request" });
    // a server that is not connected is named by its address
    expect(card.textContent).toContain("from 127.0.0.1:9");
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

  test("a missing value is marked and listed at the first press; the second sends anyway", async () => {
    const { user, answer, requests } = askForm();
    const name = screen.getByRole("textbox", { name: /name/ });
    await user.click(name);
    await user.click(screen.getByRole("textbox", { name: /unit/ }));
    expect(name.getAttribute("aria-invalid")).toBeNull();
    await user.click(button("Send response"));
    await screen.findByRole("button", { name: "Send anyway" });
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(descriptionOf(name)).not.toBe("");
    expect(requests()).toHaveLength(1);
    await user.click(button("1 problem with the response"));
    expect(screen.getByRole("list", { name: "Problems" }).textContent).toBe("name: Required");
    await user.click(button("Send anyway"));
    expect(resultOf(await answer)).toMatchObject({ action: "accept", content: { unit: "km" } });
  });

  test("no problem is shown before anything is typed or sent; the first press leads to the first one", async () => {
    const requestedSchema = {
      type: "object",
      properties: {
        email: { type: "string", title: "E-mail", format: "email", default: "nobody" },
        name: { type: "string", title: "Your name" },
      },
      required: ["name"],
    };
    const { user, requests, unmount, stores, ...tab } = ask("elicitation/create", {
      message: "Who?",
      requestedSchema,
    });
    const email = screen.getByRole("textbox", { name: /E-mail/ });
    const name = screen.getByRole("textbox", { name: /Your name/ });
    const marked = () => [email, name].map((one) => one.getAttribute("aria-invalid"));
    // the worker answers in order, so the form has its answer as well
    await act(async () => void (await checkValue(requestedSchema, "{}")));
    expect(marked()).toEqual([null, null]);
    expect(screen.queryByRole("list", { name: "Problems" })).toBeNull();
    await user.click(button("Send response"));
    await screen.findByRole("button", { name: "Send anyway" });
    expect(marked()).toEqual(["true", "true"]);
    expect(document.activeElement).toBe(name);
    await user.click(button("2 problems with the response"));
    const listed = within(screen.getByRole("list", { name: "Problems" })).getAllByRole("button");
    expect(listed.map(({ textContent }) => textContent)).toEqual([
      "Your name: Required",
      "E-mail: Must be a valid email",
    ]);
    expect(requests()).toHaveLength(1);
    unmount();
    renderInTab(<Requests itemKey={undefined} />, { stores, ...tab });
    await screen.findByRole("button", { name: "Send anyway" });
    await fill(user, screen.getByRole("textbox", { name: /E-mail/ }), "ada@example.org");
    await user.type(screen.getByRole("textbox", { name: /Your name/ }), "Ada");
    await screen.findByRole("button", { name: "Send response" });
  });

  test("a form without fields offers nothing to add, and is accepted", async () => {
    const requestedSchema = { type: "object", properties: {} };
    const { user, answer } = ask("elicitation/create", { message: "Go on?", requestedSchema });
    const send = await screen.findByRole("button", { name: "Send response" });
    expect(screen.queryByRole("button", { name: "Add property" })).toBeNull();
    await user.click(send);
    expect(resultOf(await answer)).toEqual({ kind: "result", action: "accept", content: {} });
  });

  test.each([
    ["Decline", "decline"],
    ["Cancel", "cancel"],
  ])("%s answers without values, whatever was typed", async (name, action) => {
    const { user, answer } = askForm();
    await user.type(screen.getByRole("textbox", { name: /name/ }), "Ada");
    await user.click(button(name));
    expect(resultOf(await answer)).toEqual({ kind: "result", action });
  });

  test("Enter in the only field sends", async () => {
    const { user, answer } = ask("elicitation/create", {
      message: "Who?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } } },
    });
    await user.type(screen.getByRole("textbox", { name: /name/ }), "Ada{Enter}");
    expect(resultOf(await answer)).toMatchObject({ content: { name: "Ada" } });
  });

  test("Send response does not send a value that the check rejects", async () => {
    const { requests } = askForm();
    // before the check has an answer
    act(() => screen.getByRole("button", { name: "Send response" }).click());
    await screen.findByRole("button", { name: "Send anyway" });
    expect(requests()).toHaveLength(1);
  });

  test("the form and the JSON are the same text, which survives moving around", async () => {
    const { user, answer, unmount, stores, ...tab } = askForm();
    await user.type(screen.getByRole("textbox", { name: /name/ }), "Ada");
    await user.click(screen.getByRole("tab", { name: "JSON" }));
    const json = await screen.findByRole("textbox", { name: "Response" });
    expect(JSON.parse((json as HTMLTextAreaElement).value)).toEqual({ name: "Ada", unit: "km" });
    await fill(user, json, '{"name":\n"Grace"}');
    unmount();
    renderInTab(<Requests itemKey={undefined} />, { stores, ...tab });
    expect(screen.getByRole("tab", { name: "JSON" }).getAttribute("aria-selected")).toBe("true");
    await user.click(screen.getByRole("tab", { name: "Form" }));
    expect(screen.getByRole("textbox", { name: /name/ })).toHaveProperty("value", "Grace");
    await user.click(await screen.findByRole("button", { name: "Send response" }));
    expect(resultOf(await answer)).toMatchObject({ content: { name: "Grace" } });
    expect(stores.inbox.elicitations.drafts.getState().size).toBe(0);
  });

  test("invalid JSON cannot be sent, because it would break the message around it", async () => {
    const { user } = askForm();
    await user.click(screen.getByRole("tab", { name: "JSON" }));
    await fill(user, await screen.findByRole("textbox", { name: "Response" }), "oops");
    await screen.findByText(/is not valid JSON/);
    expect(button("Send response")).toHaveProperty("disabled", true);
  });

  test("an earlier answer is offered for the same question of the same server, and not sent", async () => {
    const first = askForm("Order 17?");
    await first.user.type(screen.getByRole("textbox", { name: /name/ }), "Ada");
    await first.user.click(await screen.findByRole("button", { name: "Send response" }));
    await first.answer;
    first.askAgain({ message: "Order 18?", requestedSchema: schema });
    await first.user.click(await screen.findByRole("button", { name: "Use the previous answer" }));
    expect(screen.getByRole("textbox", { name: /name/ })).toHaveProperty("value", "Ada");
    expect(first.requests()).toHaveLength(1);
    await first.user.click(button("Decline"));
    first.askAgain({ message: "Another question", requestedSchema: schema });
    await screen.findByText("Another question");
    expect(screen.queryByRole("button", { name: "Use the previous answer" })).toBeNull();
  });

  test("all forms of choices, with defaults and formats", async () => {
    const titled = [
      { const: "r", title: "Red" },
      { const: "b", title: "Blue" },
    ];
    const properties = {
      single: { type: "string", enum: ["x", "y"], default: "y" },
      titled: { type: "string", oneOf: titled, default: "b" },
      many: { type: "array", items: { type: "string", enum: ["x", "y"] }, default: ["x"] },
      manyTitled: { type: "array", items: { anyOf: titled }, default: ["r", "b"] },
      legacy: { type: "string", enum: ["r", "b"], enumNames: ["Rot", "Blau"], default: "r" },
      email: { type: "string", format: "email", default: "nobody" },
    };
    const { user, answer } = ask("elicitation/create", {
      message: "Choose",
      requestedSchema: { type: "object", properties },
    });
    const card = screen.getByRole("region", { name: "Elicitation request" });
    for (const label of ["Blue", "Red", "Rot"]) expect(card.textContent).toContain(label);
    await user.click(button("Send response"));
    await screen.findByText("Must be a valid email");
    await fill(user, screen.getByRole("textbox", { name: /email/ }), "ada@example.org");
    await user.click(await screen.findByRole("button", { name: "Send response" }));
    expect(resultOf(await answer)).toMatchObject({
      content: {
        single: "y",
        titled: "b",
        many: ["x"],
        manyTitled: ["r", "b"],
        legacy: "r",
        email: "ada@example.org",
      },
    });
  });

  test("a schema that the specification does not allow is reported, and can be answered", async () => {
    const properties = { a: { type: "object", properties: { b: { type: "string" } } } };
    const requestedSchema = { type: "object", properties };
    const { user, answer } = ask("elicitation/create", { message: "?", requestedSchema });
    expect(screen.getByText(/“a” holds objects/)).toBeDefined();
    await user.click(button("Send response"));
    expect(resultOf(await answer)).toMatchObject({ action: "accept" });
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
    expect(screen.getByText("pay.example").closest("code")?.textContent).toBe(url);
    const approve = button("Approve");
    expect(isUnavailable(approve)).toBe(true);
    await user.click(approve);
    expect(open).not.toHaveBeenCalled();
    await waitFor(() => expect(isUnavailable(approve)).toBe(false));
    await user.click(approve);
    expect(open).toHaveBeenCalledWith(url, "_blank", "noopener,noreferrer");
    expect(resultOf(await answer)).toEqual({ kind: "result", action: "accept" });
  });

  test.each([
    ["http://pay.example/", "not encrypted"],
    ["https://bank.example@evil.example/", "only a user name"],
    ["https://аррӏе.com/login", "looks like"],
  ])("%s is pointed out", async (url, remark) => {
    ask("elicitation/create", { mode: "url", message: "Pay", url });
    const card = screen.getByRole("region", { name: "Elicitation request" });
    expect(card.textContent).toContain(remark);
    expect(card.textContent).toContain(new URL(url).href);
  });

  test("a page of this computer may use http", async () => {
    ask("elicitation/create", { mode: "url", message: "Pay", url: "http://localhost:3000/" });
    const card = screen.getByRole("region", { name: "Elicitation request" });
    expect(card.textContent).not.toContain("not encrypted");
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
