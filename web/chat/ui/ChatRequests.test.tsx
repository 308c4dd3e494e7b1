// @vitest-environment jsdom
/** What servers ask and report during a turn, and what belongs to the requests to models. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { decodeText } from "../../../shared/core/bytes.ts";
import type { LanguageModelFactory } from "../../../shared/models/providers/languageModelTypes.ts";
import { whenConnected } from "../../app/stores/connectTab.fixture.ts";
import { setSettings } from "../../app/stores/tab.fixture.ts";
import { pick, renderInTab } from "../../component.fixture.tsx";
import { AddModelDialog } from "../../sampling/ui/models/AddModelDialog.tsx";
import { Traffic } from "../../traffic/ui/Traffic.tsx";
import { callNamed, openChat } from "./chatPane.fixture.tsx";

test.each(["2025-11-25", "2026-07-28"] as const)(
  "%s: a tool that asks for a model gets the user's answer during the turn",
  async (revision) => {
    const { user, send, idle, ...tab } = await openChat();
    const { connections, traffic } = tab.stores;
    setSettings(tab.stores, { revision });
    connections.connector.connect();
    await waitFor(async () => {
      expect((await whenConnected(tab)).client.agreement.revision).toBe(revision);
    });
    await screen.findByRole("button", { name: /^\d+ tools · / });
    await send('ask_model {"prompt":"Why is the sky blue?"}');
    const request = await screen.findByRole("region", { name: "Sampling request" });
    expect(request.textContent).toContain("Why is the sky blue?");
    await user.type(within(request).getByRole("textbox", { name: "Response" }), "It scatters");
    await user.click(within(request).getByRole("button", { name: "Send response" }));
    await idle();
    expect((await callNamed("ask_model")).textContent).toContain("It scatters");
    const { entries, length } = traffic.log.snapshot();
    const bodies = await Promise.all(
      entries.slice(0, length).map(async ({ seq }) => decodeText(await traffic.log.read(seq))),
    );
    // the newest revision has no requests of servers: the call is sent again with the answer
    expect(bodies.join().includes("inputResponses")).toBe(revision === "2026-07-28");
  },
);

test("a call shows the progress that its server reports while it runs", async () => {
  const { send, idle } = await openChat();
  await send('count_slowly {"steps":3,"pauseMs":300}');
  const card = await callNamed("count_slowly");
  const bar = await within(card).findByRole("progressbar", { name: "Progress" });
  expect(bar.getAttribute("aria-valuetext")).toMatch(/^Step [123] of 3$/);
  await idle();
  expect(card.textContent).toContain("Counted to 3.");
  expect(within(card).queryByRole("progressbar")).toBeNull();
});

test("another model answers the same message in a branch", async () => {
  const { user, server, send, idle } = await openChat("openai", "anthropic");
  server.script({ text: ["First answer"] }, { text: ["Second answer"] });
  await send("Hi");
  await screen.findByText("First answer");
  await idle();
  await pick(user, screen.getByRole("combobox", { name: /Model/ }), "My anthropic");
  await user.click(screen.getByRole("button", { name: "Ask again" }));
  await screen.findByText("Second answer");
  await screen.findByRole("article", { name: "Reply of My anthropic" });
  expect(screen.queryByText("First answer")).toBeNull();
  expect(server.requests.map(({ format }) => format)).toEqual(["openai", "anthropic"]);
});

test("a request to a model is copied as curl, without its key", async () => {
  const { user, server, send, idle, unmount, ...tab } = await openChat("openai");
  const secret = "sk-secret-0123456789abcdef";
  const { keys, models } = await tab.stores.sampling.openModels();
  for (const model of models.getState().models) await keys.keep(model, secret, false);
  await send(`Hi there, my key is ${secret}`);
  await screen.findByText("Hello");
  await idle();
  await user.click(screen.getByRole("button", { name: "Show request in Traffic" }));
  unmount();
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  onTestFinished(() => writeText.mockRestore());
  renderInTab(<Traffic />, tab);
  const detail = await screen.findByRole("region", { name: "Message detail" });
  await user.click(within(detail).getByRole("button", { name: "Copy" }));
  await user.click(await screen.findByRole("menuitem", { name: "Copy as curl" }));
  await waitFor(() => expect(writeText).toHaveBeenCalled());
  const [curl = ""] = writeText.mock.calls[0] ?? [];
  expect(curl).toContain(server.baseUrls.openai);
  expect(curl).toContain("Hi there");
  expect(curl).toMatch(/authorization: .*•/);
  expect(curl).not.toContain(secret);
});

test("a call and a request to a model have the duration that Traffic shows", async () => {
  const { send, idle, unmount, server, ...tab } = await openChat("openai");
  const add = { id: "1", name: "add", arguments: '{"a":2,"b":40}' };
  server.script({ text: [], toolCalls: [add] }, { text: ["It is 42."] });
  await send("Add");
  await screen.findByText("It is 42.");
  await idle();
  const called = /([\d.,]+ m?s)Open call/.exec((await callNamed("add")).textContent ?? "")?.[1];
  const asked = screen
    .getAllByText(/^My openai · /)
    .map(({ textContent }) => /· ([\d.,]+ m?s) ·/.exec(textContent ?? "")?.[1]);
  expect([called, ...asked]).toEqual(Array(3).fill(expect.any(String)));
  unmount();
  const { user } = renderInTab(<Traffic />, tab);
  const grid = await screen.findByRole("grid", { name: "Messages" });
  await user.click(await within(grid).findByRole("button", { name: "Parts of Chat" }));
  const rowWith = (name: RegExp, time: string | undefined) =>
    within(grid)
      .getAllByRole("row")
      .some(({ textContent }) => {
        const text = textContent ?? "";
        return name.test(text) && new RegExp(`(?<![\\d.])${time}`).test(text);
      });
  await waitFor(() => {
    expect(rowWith(/tools\/call add/, called)).toBe(true);
    for (const time of asked) expect(rowWith(/POST .*model-1/, time)).toBe(true);
  });
});

test("the model of the browser is found on request, and answers", async () => {
  const prompts: unknown[] = [];
  const languageModel: LanguageModelFactory = {
    availability: async () => "available",
    create: async () => ({
      promptStreaming(prompt) {
        prompts.push(prompt);
        return new ReadableStream({
          start(controller) {
            for (const piece of ["From the ", "browser"]) controller.enqueue(piece);
            controller.close();
          },
        });
      },
      destroy() {},
    }),
  };
  vi.stubGlobal("LanguageModel", languageModel);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, send, idle, stores, ...tab } = await openChat();
  await user.click(screen.getByRole("button", { name: "Add a model" }));
  renderInTab(<AddModelDialog places={[]} />, { ...tab, stores });
  await user.click(await screen.findByRole("radio", { name: "On this machine" }));
  await screen.findByRole("checkbox", { name: "Model of the browser" });
  await user.click(screen.getByRole("button", { name: "Add and return to Chat" }));
  await send("Who are you?");
  await screen.findByText("From the browser");
  await screen.findByRole("article", { name: "Reply of Model of the browser" });
  await idle();
  expect(JSON.stringify(prompts)).toContain("Who are you?");
});
