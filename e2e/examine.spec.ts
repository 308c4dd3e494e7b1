/** Journey: a server is examined at its revisions, and a verdict leads to its messages. */
import { check } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

test("a server is examined once the user agrees, and a verdict shows its messages", {
  tag: "@main",
}, async ({ playground, everything }) => {
  const { page, button } = playground;
  await playground.connect(everything.url);
  await page.getByRole("tab", { name: "Examine" }).click();
  const view = playground.region("Examination");
  await expect(view).toContainText("calls only tools that say they only read");
  await button("Run examination").click();
  await expect(button("Stop")).toBeVisible();
  const failed = view.getByRole("button", { name: /After DELETE, ping was answered with 400/ });
  await expect(failed).toBeVisible({ timeout: 180_000 });
  // verdicts that come would move what is pressed
  await expect(button("Stop")).toHaveCount(0, { timeout: 180_000 });
  const row = view.getByRole("row", { name: /^session-ended After DELETE/ });
  await expect(row.getByRole("img", { name: "2025-11-25: failed" })).toBeVisible();
  await check(playground, "examine");

  // Traffic has the whole examination as one row, until one of its messages is evidence
  const grid = page.getByRole("grid", { name: "Messages" });
  const examination = grid.getByRole("row", {
    name: /Examination · \d revisions .*passed, .*failed/,
  });
  const messages = examination.getByRole("button", { name: "Parts of Examination" });
  await expect(examination).toHaveCount(1);
  await expect(messages).toHaveAttribute("aria-expanded", "false");
  await failed.click();
  const verdict = playground.region("Verdict");
  await expect(verdict).toContainText("Seen");
  await expect(verdict).toContainText("Fix: Answer 404");
  await expect(view).toContainText("session-ended, failed at 2025-11-25, 2025-06-18, 2025-03-26");
  await view.getByRole("list", { name: "Evidence" }).getByRole("button").first().click();
  await expect(playground.region("Message detail")).toContainText("DELETE");
  await view
    .getByRole("list", { name: "Evidence" })
    .getByRole("button", { name: /^sent .* ping$/ })
    .click();
  await expect(grid.locator('[aria-selected="true"]')).toBeInViewport();
  await grid.press("Home");
  await expect(examination).toBeInViewport();
});
