// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startModelServer } from "../../../e2e/servers/models.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { SamplingView } from "../../app/workbench/SamplingView.tsx";
import { renderInTab } from "../../component.fixture.tsx";
import { configuredAt, question } from "../../sampling/store/models.fixture.ts";
import { ask, resultOf } from "./ask.fixture.tsx";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

/** Presses Tab until an element of that name has the focus. */
async function tabTo(user: ReturnType<typeof ask>["user"], name: RegExp) {
  for (let presses = 0; presses < 80; presses++) {
    const { activeElement } = document;
    const label = activeElement?.getAttribute("aria-label");
    const labels = [...((activeElement as HTMLInputElement | null)?.labels ?? [])];
    const names = [label, ...labels.map(({ textContent }) => textContent)];
    const ids = (activeElement?.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
    names.push(...ids.map((id) => document.getElementById(id)?.textContent));
    if (activeElement?.matches("button, [role=tab]")) names.push(activeElement.textContent);
    if (names.some((one) => one && name.test(one))) return;
    await user.tab();
  }
  throw new Error(`Tab does not reach ${name}`);
}

test("a sampling request is answered, and the answer saved as a rule, with the keyboard only", async () => {
  const { user, answer, stores } = ask("sampling/createMessage", question);
  await tabTo(user, /^Response$/);
  await user.keyboard("No mouse");
  await tabTo(user, /^Answer like this from now on$/);
  await user.keyboard("{Enter}");
  expect(stores.inbox.rules.getState().rules[0]?.answer).toMatchObject({ kind: "result" });
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe("Send response");
  await user.keyboard("{Enter}");
  expect(resultOf(await answer)).toMatchObject({ content: { text: "No mouse" } });
});

test("the answer of one model is in the reply, named, and is sent with two presses", async () => {
  const tab = createTab();
  const { models } = await tab.stores.sampling.openModels();
  models.add(configuredAt(server, "openai"));
  server.script({ text: ["Blue light ", "scatters"] });
  const { user, answer } = await act(async () => ask("sampling/createMessage", question, tab));
  await user.click(screen.getByRole("button", { name: "Generate" }));
  const response = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Response" });
  await waitFor(() => expect(response.value).toBe("Blue light scatters"));
  screen.getByText("My openai’s answer, unchanged");
  await user.type(response, "!");
  screen.getByText("My openai’s answer, edited");
  await user.click(screen.getByRole("button", { name: "Send response" }));
  expect(resultOf(await answer)).toMatchObject({ content: { text: "Blue light scatters!" } });
});

test("two answers are generated side by side with the keyboard only", async () => {
  const tab = createTab();
  const { models } = await tab.stores.sampling.openModels();
  models.add(configuredAt(server, "openai"));
  models.add(configuredAt(server, "anthropic"));
  server.script({ text: ["One"] }, { text: ["Two"] });
  const { user, answer } = await act(async () => ask("sampling/createMessage", question, tab));
  await tabTo(user, /^Side by side$/);
  await user.keyboard(" ");
  await tabTo(user, /^Generate$/);
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(screen.getAllByRole("radio", { name: "Use this answer" })).toHaveLength(2),
  );
  expect(screen.getByRole("button", { name: "Send response" })).toHaveProperty("disabled", true);
  await tabTo(user, /^Use this answer$/);
  await user.keyboard(" ");
  await tabTo(user, /^Response$/);
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(resultOf(await answer)).toMatchObject({
    content: { text: expect.stringMatching(/^(One|Two)$/) },
  });
});

test("a rule and a scratch request are written with the keyboard only", async () => {
  const { user, stores } = renderInTab(<SamplingView />);
  await tabTo(user, /^Write a request$/);
  await user.keyboard("{Enter}");
  // the kind of the content, then the content
  await tabTo(user, /^text/);
  await user.tab();
  await tabTo(user, /^text/);
  await user.keyboard("Hello");
  expect(stores.sampling.scratch.getState()[0]?.text).toContain("Hello");

  screen.getByRole("tab", { name: "Playground" }).focus();
  await user.keyboard("{ArrowRight}");
  await tabTo(user, /^Add rule$/);
  await user.keyboard("{Enter}");
  await user.keyboard("Always");
  await tabTo(user, /^Text of the answer$/);
  await user.keyboard("Yes{Tab}");
  await tabTo(user, /^Save rule$/);
  await user.keyboard("{Enter}");
  expect(stores.inbox.rules.getState().rules[0]).toMatchObject({
    name: "Always",
    answer: { text: "Yes" },
  });
});
