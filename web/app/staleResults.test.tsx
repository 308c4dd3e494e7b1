// @vitest-environment jsdom
/** A result that is not that of the present form and server says so wherever it is shown. */
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { writeServer } from "../../e2e/servers/editable.ts";
import { startSessionsServer } from "../../e2e/servers/sessions.ts";
import { temporaryFolder } from "../../relay/relay.fixture.ts";
import { fill } from "../component.fixture.tsx";
import { createRelayTab } from "../relayTab.fixture.ts";
import { renderPage, result, shows, status } from "./page.fixture.tsx";

const state = () => screen.getByRole("status", { name: "State of the result" });
const field = (name: string) => screen.getByRole("textbox", { name });

/** Waits until result and call bar say this about the last call; empty if nothing. */
const saysOld = (text: string, bar = text && `, ${text}`) =>
  waitFor(() => {
    expect(state().textContent?.toLowerCase() ?? "").toMatch(text ? new RegExp(`^${text}`) : /^$/);
    const words = screen.getByText(/^(Done|Arguments changed)/).textContent ?? "";
    expect(words.replace(/^Done at [\d:]+/, "")).toBe(bar);
    const head = result().querySelector("header");
    expect(head?.hasAttribute("data-old")).toBe(text !== "");
  });

const echo = (answer: string) => ({
  tools: [
    {
      name: "echo",
      annotations: { readOnlyHint: true },
      inputSchema: { type: "object", properties: { message: { type: "string" } } },
      answer,
    },
  ],
});

test("a command: other arguments, and a process that is no longer there", async () => {
  const folder = temporaryFolder();
  const page = renderPage(await createRelayTab());
  await page.start(`node ${await writeServer(folder, echo("'old ' + args.message"))}`);
  await page.open("Tools", "echo");
  await fill(page.user, field("message"), "one");
  await page.press("Call tool");
  await shows(result, "old one");
  await saysOld("");
  await fill(page.user, field("message"), "two");
  await saysOld("of another callmessage was one", "Arguments changed since the last call");
  await page.press("Put those arguments back");
  await saysOld("");
  expect(field("message")).toHaveProperty("value", "one");

  await writeServer(folder, echo("'new ' + args.message"));
  await page.press("Restart");
  await saysOld("before the restart");
  await shows(result, "old one");
  await page.press("Call again");
  await shows(result, "new one");
  await saysOld("");
  expect(result().textContent).toContain("Before the restart: different");
  await screen.findByRole("table", { name: "Results" });

  // both at once: other arguments, and another process
  await page.press("Restart");
  await saysOld("before the restart");
  await fill(page.user, field("message"), "three");
  await saysOld(
    "of another callmessage was one, before the restart",
    "Arguments changed since the last call",
  );
});

test("a server over HTTP that was lost and connected again", async () => {
  const server = await startSessionsServer();
  onTestFinished(server.close);
  const page = renderPage();
  await page.connect(server.url);
  await page.open("Tools", "echo");
  await fill(page.user, field("message"), "one");
  await page.press("Call tool");
  await shows(result, "one");
  await saysOld("");
  await server.down();
  await shows(status, /^Lost/);
  await waitFor(() =>
    expect(state().textContent).toMatch(/^Before the server was lostcalled at [\d:]+$/),
  );
  server.forget();
  await server.up();
  await shows(status, /^Connected/);
  await saysOld("before the server was connected again");
  await page.press("Call again");
  await saysOld("");
});
