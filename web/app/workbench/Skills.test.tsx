// @vitest-environment jsdom
/** A skill of a server in the workbench: what is read, and whether it is what was listed. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { startBrokenSkill } from "../../../e2e/servers/skills.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { connectTab } from "../stores/connectTab.fixture.ts";
import { createTab } from "../stores/tab.fixture.ts";
import { SelectedItem } from "./SelectedItem.tsx";

test("a skill is read on request, its files are verified, and a link to nothing is marked", async () => {
  const server = await startBrokenSkill((entry) => entry, { "references/names.md": "# Nimes\n" });
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "skill", name: "skill://git-workflow/SKILL.md" });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const limit = { timeout: 30_000 };
  const list = await screen.findByRole("list", { name: "Verification" }, limit);
  const lines = () =>
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(lines()).toEqual(["SKILL.mdnot read", "references/names.mdnot read"]);

  await user.click(await screen.findByRole("button", { name: "Read SKILL.md" }));
  const frame = await screen.findByRole("region", { name: "File" }, limit);
  await waitFor(() => expect(frame.textContent).toContain("no such file"), limit);
  expect(frame.textContent).toContain("Follow the conventions for branches and commits");
  expect(within(frame).getByRole("heading", { name: "Git" })).toBeDefined();
  expect(within(frame).queryByRole("link")).toBeNull();

  await user.click(screen.getByRole("button", { name: "Verify files" }));
  await waitFor(
    () => expect(lines()).toEqual(["SKILL.mdsee below", "references/names.mddigest differs"]),
    limit,
  );
  const sentences = screen.getByRole("complementary", { name: "Verification" }).textContent;
  expect(sentences).toContain("references/names.md has another digest than the skill’s entry");
});

test("a skill is added to the conversation, marked as the server's", async () => {
  const server = await startBrokenSkill((entry) => entry, {});
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const name = "skill://git-workflow/SKILL.md";
  tab.stores.view.openItem({ kind: "skill", name });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const limit = { timeout: 30_000 };
  await user.click(await screen.findByRole("button", { name: "skills/get" }, limit));
  const again = screen.getByRole("region", { name: "Compare with the server" });
  await waitFor(() => expect(again.textContent).toContain("skills/get"), limit);
  await waitFor(() => expect(within(again).getByRole("status").textContent).toMatch(/\S/), limit);
  await user.click(await screen.findByRole("button", { name: "Use in Chat" }, limit));
  await waitFor(() => expect(tab.stores.view.getState().pane).toBe("chat"), limit);
  const { conversations } = await tab.stores.chat();
  const { all, activeId } = conversations.getState();
  expect(all.find(({ id }) => id === activeId)?.addedContent).toEqual([
    {
      kind: "skill",
      serverId: view.connection.serverId,
      tool: name,
      blocks: [{ type: "text", text: expect.stringContaining("# Git") }],
    },
  ]);
});

test("a skill that is read late is added to the conversation of the press", async () => {
  const server = await startBrokenSkill((entry) => entry, {});
  onTestFinished(server.close);
  const { promise, resolve } = Promise.withResolvers<void>();
  const tab = createTab(async (url, init) => {
    if (String(init?.body).includes("resources/read")) await promise;
    return fetch(url, init);
  });
  const view = await connectTab(tab, server.url);
  onTestFinished(tab.stores.connections.connector.disconnect);
  tab.stores.view.openItem({ kind: "skill", name: "skill://git-workflow/SKILL.md" });
  const { user } = renderInTab(<SelectedItem view={view} questionsOf={() => null} />, tab);
  const { conversations } = await tab.stores.chat();
  const before = conversations.getState().activeId;
  await user.click(await screen.findByRole("button", { name: "Use in Chat" }, { timeout: 30_000 }));
  conversations.append(before, { kind: "user", id: "m", parent: undefined, text: "Hi", at: 0 });
  conversations.begin();
  const after = conversations.getState().activeId;
  expect(after).not.toBe(before);
  tab.stores.view.showPane("history");
  resolve();
  const addedTo = (id: string) => conversations.find(id)?.addedContent?.length ?? 0;
  await waitFor(() => expect(addedTo(before)).toBe(1));
  expect(addedTo(after)).toBe(0);
  expect(tab.stores.view.getState().pane).not.toBe("chat");
});
