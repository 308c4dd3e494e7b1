/** Journey: a protocol violation is marked at its row, explained, and linked to its rule. */
import { expect, test } from "./fixtures.ts";
import { startMisbehavingServer } from "./servers/misbehaving/misbehaving.ts";

test("a second response is marked in Traffic and explained beside the message", async ({
  playground,
  watched,
}) => {
  const server = await startMisbehavingServer();
  watched.allow(server.url);
  await playground.connect(server.url);
  await playground.open("Tools", "answers-twice");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("first");

  const row = playground.row(/1 violation/);
  await expect(row).toHaveCount(1);
  await row.click();
  const findings = playground
    .region("Message detail")
    .getByRole("list", { name: "Findings" })
    .getByRole("listitem");
  await expect(findings).toHaveCount(1);
  await expect(findings).toContainText("was answered before");
  const link = findings.getByRole("link", { name: "Specification" });
  await expect(link).toHaveAttribute("href", /\/2025-11-25\/basic#responses$/);
  await expect(link).toHaveAttribute("rel", "noreferrer");
  await server.close();
});

test("findings of a response without a row are marked at its request", async ({
  playground,
  watched,
}) => {
  const server = await startMisbehavingServer();
  watched.allow(server.url);
  await playground.connect(server.url);
  await playground.open("Tools", "only-accepts");
  await playground.button("Call tool").click();
  const row = playground.row(/tools\/call.*1 violation/);
  await row.click();
  await expect(playground.region("Message detail")).toContainText("202 Accepted");
  await server.close();
});

test("a large message is checked as well, in a worker", async ({ playground, watched }) => {
  const server = await startMisbehavingServer();
  watched.allow(server.url);
  await playground.connect(server.url);
  await playground.open("Tools", "large-and-wrong");
  await playground.button("Call tool").click();
  await playground.row(/large-and-wrong.*1 violation/).click();
  const detail = playground.region("Message detail");
  await expect(detail.getByRole("list", { name: "Findings" })).toContainText("/result/content");
  await server.close();
});

test("a correct server has no marks", async ({ playground, everything }) => {
  await playground.connect(everything.url);
  await playground.open("Tools", "echo");
  await playground.field("message").fill("hello");
  await playground.button("Call tool").click();
  await expect(playground.result).toContainText("Echo: hello");
  await playground.page.waitForTimeout(500);
  await expect(playground.row(/violation|warning|\d note/)).toHaveCount(0);
});
