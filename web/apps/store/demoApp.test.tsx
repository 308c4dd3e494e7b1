// @vitest-environment jsdom
/** Runs the demo server's chart with the answers of its tools at each revision before the newest. */
import "../../component.fixture.tsx";
import { expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../shared/core/clock.ts";
import { chartHtml } from "../../../shared/demo/apps/chart.ts";
import { createDemoServer } from "../../../shared/demo/demoServer.ts";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { appExtension, appMimeType } from "../../../shared/protocol/appExtension.ts";

/** A session with the demo server; returns the function that sends requests. */
async function connect(protocolVersion: string) {
  const demo = createDemoServer({
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    date: () => new Date(),
  });
  const headers = new Headers({
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
  });
  const ask = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await demo(new Request(demoUrl, { method: "POST", headers, body }));
    const session = response.headers.get("mcp-session-id");
    if (session) headers.set("mcp-session-id", session);
    const answer = /\{"jsonrpc".*\}/.exec(await response.text())?.[0] ?? "{}";
    return JSON.parse(answer).result;
  };
  const capabilities = { extensions: { [appExtension]: { mimeTypes: [appMimeType] } } };
  const clientInfo = { name: "test", version: "1" };
  await ask("initialize", { protocolVersion, capabilities, clientInfo });
  return ask;
}

test.each(["2025-11-25", "2025-03-26"])("the chart shows the steps at %s", async (revision) => {
  const ask = await connect(revision);
  const { body, scripts } = new DOMParser().parseFromString(chartHtml, "text/html");
  document.body.innerHTML = body.innerHTML;
  const say = (data: object) =>
    dispatchEvent(
      new MessageEvent("message", { source: window, data: { jsonrpc: "2.0", ...data } }),
    );
  // jsdom's window is its own parent: what the app posts arrives here
  const host = vi
    .spyOn(window, "postMessage")
    .mockImplementation(async ({ id, method, params }) => {
      if (method === "ui/initialize") say({ id, result: { hostContext: {} } });
      if (method === "tools/call") say({ id, result: await ask(method, params) });
    });
  onTestFinished(() => host.mockRestore());
  await new Function(`return (async () => {${scripts[0]?.text}})()`)();

  const result = await ask("tools/call", { name: "show_steps", arguments: { week: 2 } });
  expect("structuredContent" in result).toBe(revision > "2025-06");
  say({ method: "ui/notifications/tool-result", params: result });
  await vi.waitFor(() => expect(document.body.textContent).toContain("Steps in week 2"));
  expect(document.body.textContent).toMatch(/Mon.*Sun/s);
  document.querySelector<HTMLButtonElement>("#after")?.click();
  await vi.waitFor(() => expect(document.body.textContent).toContain("Steps in week 3"));
});
