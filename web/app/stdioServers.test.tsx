// @vitest-environment jsdom
/** A command's settings reach its process alone; its end and its restart are said where they matter. */
import { dirname } from "node:path";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { writeServer } from "../../e2e/servers/editable.ts";
import { temporaryFolder } from "../../relay/relay.fixture.ts";
import { descriptionOf, fill } from "../component.fixture.tsx";
import { createRelayTab } from "../relayTab.fixture.ts";
import { renderPage, result, server, shows, status, trafficRow } from "./page.fixture.tsx";

const tools = [
  { name: "words", answer: "process.argv.slice(2).join('|')" },
  { name: "where", answer: "process.cwd()" },
  { name: "key", answer: "process.env.API_KEY ?? 'no key'" },
  { name: "names", answer: "Object.keys(process.env).sort().join(' ')" },
  {
    name: "fall",
    answer:
      "(console.error('\\u001b[31mI fall\\u001b[0m'), setTimeout(() => process.exit(3), 50), 'soon')",
  },
  { name: "crash", answer: "(console.error('no disk'), process.exit(3))" },
  { name: "chat", answer: "(console.log('cache is cold'), console.log('cache is warm'), 'done')" },
];

async function openPage() {
  const script = await writeServer(temporaryFolder(), { tools });
  const page = renderPage(await createRelayTab());
  const call = async (tool: string, words: string | RegExp) => {
    await page.open("Tools", tool);
    await page.press("Call tool");
    await shows(result, words);
  };
  return { ...page, script, call };
}
const alert = () => screen.getAllByRole("alert")[0] as HTMLElement;

test("arguments, directory and variables reach the process word by word, and no other one", async () => {
  const { script, call, ...page } = await openPage();
  const { all } = page.stores.servers;
  act(() => all.choose(`node ${script}`));
  await page.press("Connection options");
  const settings = await screen.findByRole("dialog", { name: "Connection options" });
  await page.press("Add argument", settings);
  await page.user.keyboard("two words");
  const directory = within(settings).getByRole("textbox", { name: "Directory" });
  await fill(page.user, directory, dirname(script));
  await page.press("Paste a .env file", settings);
  await fill(
    page.user,
    within(settings).getByRole("textbox", { name: ".env text" }),
    "# mine\nexport API_KEY='sesame-4711'\nDEBUG=1",
  );
  await page.press("Add 2 variables", settings);
  await page.press("Remove DEBUG", settings);
  await page.user.keyboard("{Escape}");
  await waitFor(() => expect(server()).toHaveProperty("value", `node ${script} 'two words'`));

  await page.press("Connect");
  const question = await screen.findByRole("alertdialog", { name: "Start command?" });
  expect(descriptionOf(question)).toContain("API_KEY");
  expect(descriptionOf(question)).not.toContain("sesame");
  await page.answer("Start command?", "Start");
  await shows(status, "Connected");
  await call("words", "two words");
  await call("where", dirname(script));
  await call("key", "sesame-4711");
  await call("names", "API_KEY");
  expect(result().textContent).not.toContain("DEBUG");

  await page.enter(`node ${script} other`);
  const other = await screen.findByRole("alertdialog", { name: "Start command?" });
  expect(descriptionOf(other)).not.toContain("API_KEY");
  await page.answer("Start command?", "Start");
  await shows(status, "Connected");
  await call("key", "no key");
  expect([...page.stored.values()].join()).not.toContain("sesame");
});

test("Restart starts the same command again, without a question, and keeps log, result and drafts", async () => {
  const inputSchema = { type: "object", properties: { note: { type: "string" } } };
  const answer = "'process ' + process.pid";
  const script = await writeServer(temporaryFolder(), {
    tools: [{ name: "pid", inputSchema, answer }],
  });
  const page = renderPage(await createRelayTab());
  await page.start(`node ${script}`);
  await page.open("Tools", "pid");
  const note = () => screen.getByRole("textbox", { name: "note" });
  await page.user.type(note(), "kept");
  await page.press("Call tool");
  await shows(result, /process \d+/);
  // a difference to the last result stands above the newest one
  const pid = () =>
    result()
      .textContent.match(/process \d+/g)
      ?.at(-1);
  const first = pid();
  await page.press("Restart");
  await waitFor(() =>
    expect(screen.getAllByRole("row", { name: /Restarted editable/ })).toHaveLength(1),
  );
  expect(screen.queryByRole("alertdialog")).toBeNull();
  await waitFor(() => expect(note()).toHaveProperty("value", "kept"));
  await waitFor(() => expect(pid()).toBe(first));
  await page.press("Call tool");
  await waitFor(() => expect(pid()).not.toBe(first));
  await shows(result, /process \d+/);
});

test("an exit stays on the page with its code, its last output and what to do", async () => {
  const { script, call, ...page } = await openPage();
  await page.start(`node ${script}`);
  await call("fall", "soon");
  await shows(status, "exited with code 3");
  await shows(alert, /The process exited with code 3.*I fall/s);
  await page.press("Show server output", alert());
  await shows(() => screen.getByRole("log", { name: "Server output" }), "I fall");
  await page.press("Start it again", alert());
  await shows(status, "Connected");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("what happens during a call is said where the call is shown, and once", async () => {
  const { script, call, ...page } = await openPage();
  await page.start(`node ${script}`);
  await call("chat", "The server wrote 2 lines to stdout that are not MCP");
  await page.press("Show in Traffic", result());
  const detail = await screen.findByRole("region", { name: "Message detail" });
  await shows(() => detail, "cache is cold");
  await page.open("Tools", "crash");
  await page.press("Call tool");
  await shows(
    () => screen.getByRole("alert"),
    /The process exited with code 3 during tools\/call crash.*It had run for/s,
  );
  await shows(result, "The message above says why.");
  await trafficRow(/tools\/call\s?crash/);
});
