/** The command line and the draft of events. */
import { expect, onTestFinished, test } from "vitest";
import { startEvents } from "../../../e2e/servers/events/httpEvents.ts";
import { runCli } from "../cli.fixture.ts";

test("events are listed on request only, and polled from a cursor on", async () => {
  const { url, source, close } = await startEvents();
  onTestFinished(close);
  expect((await runCli("list", url)).out).not.toContain("ticket.created");
  const listed = await runCli("list", "events", url);
  expect(listed.out).toContain("ticket.created [priority=<string>]\n  A ticket was created\n");
  await source.emit("ticket.created", { title: "a", priority: "low" });
  await source.emit("ticket.created", { title: "b", priority: "high" });
  const now = await runCli("poll", "ticket.created", url);
  expect(now).toMatchObject({ code: 0, out: "" });
  expect(now.err).toContain("Continue with --cursor 2");
  const args = ["poll", "ticket.created", url, "--cursor", "0"];
  const high = await runCli(...args, "priority=high");
  expect(high.out).toMatch(/^evt_2 .*\n {2}\{"title":"b","priority":"high"\}\n$/);
  await source.emit("ticket.created", {}, { data: "none" });
  const broken = await runCli(...args);
  expect(broken.code).toBe(1);
  expect(broken.err).toContain('Event evt_3 has no "data" of the type that the draft requires.');
  expect((await runCli("poll", "clock.ticked", url)).err).toContain("-32014: Unsupported");
});
