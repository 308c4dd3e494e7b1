// @vitest-environment jsdom
/** What a link proposes is shown, and neither contacted nor started before the user agrees. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startSessionsServer } from "../../e2e/servers/sessions.ts";
import { readFragment } from "../../shared/recording/fragment.ts";
import { encodeSession } from "../../shared/recording/link.ts";
import { recordingFormat } from "../../shared/recording/recording.ts";
import { createRelayTab } from "../relayTab.fixture.ts";
import { renderPage, server, shows, status } from "./page.fixture.tsx";

/** The page that a link with this fragment opens. */
async function openLink(fragment: string) {
  const page = renderPage();
  const { session = "" } = readFragment(fragment);
  await act(() => page.stores.sessions.recordings.open({ kind: "link", value: session }));
  return page;
}
const assigning = {
  kind: "stdio",
  command: "NODE_OPTIONS=--import=data:text/javascript,0",
  args: ["node"],
} as const;

test("a hand-written link opens the form, and asks before it connects", async () => {
  const sessions = await startSessionsServer();
  onTestFinished(sessions.close);
  const page = await openLink(`#server=${sessions.url}&tool=echo&arguments={"message":"by hand"}`);
  const shared = await screen.findByRole("region", { name: "Shared session" });
  await shows(() => shared, "by hand");
  expect(page.stores.traffic.log.snapshot().entries).toEqual([]);
  await page.press("Connect to this server");
  await page.answer("Connect?", "Connect");
  const message = await screen.findByRole("textbox", { name: "message" });
  expect(message).toHaveProperty("value", "by hand");
});

test("an install link that is pasted anywhere on the start page shows all that it starts, and Enter declines it", async () => {
  const page = renderPage(await createRelayTab());
  const entry = {
    command: process.execPath,
    args: ["-e", "0"],
    env: { NODE_OPTIONS: "--require=/tmp/evil.js" },
  };
  const config = btoa(JSON.stringify(entry));
  act(() => (document.activeElement as HTMLElement).blur());
  await page.user.paste(
    `cursor://anysphere.cursor-deeplink/mcp/install?name=good&config=${config}`,
  );
  await waitFor(() => expect(server()).toHaveProperty("value", `${process.execPath} -e 0`));
  expect(document.activeElement).toBe(server());
  await page.user.keyboard("{Enter}");
  const question = await screen.findByRole("alertdialog", { name: "Start command?" });
  expect(question.textContent).toContain("This was pasted, not typed");
  expect(question.textContent).toContain("NODE_OPTIONS=--require=/tmp/evil.js");
  const cancel = within(question).getByRole("button", { name: "Cancel" });
  expect(document.activeElement).toBe(cancel);
  await page.user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await shows(status, "Not connected");
});

test.each([
  ["is damaged", async () => "2.AAAAbroken"],
  [
    "has an assignment as its program",
    () => encodeSession({ format: recordingFormat, server: assigning }),
  ],
])("a link that %s is refused with a message", async (_, encode) => {
  await openLink(`#s=${await encode()}`);
  await shows(() => screen.getByRole("alert"), /link/i);
  expect(server()).toHaveProperty("value", "");
});
