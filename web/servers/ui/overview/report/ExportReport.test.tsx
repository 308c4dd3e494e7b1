// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { startHostile } from "../../../../../e2e/servers/misbehaving/hostile.ts";
import { demoUrl } from "../../../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../../../app/stores/connectTab.fixture.ts";
import { createTab, setSettings } from "../../../../app/stores/tab.fixture.ts";
import { pick, renderInTab } from "../../../../component.fixture.tsx";
import { ExportReport } from "./ExportReport.tsx";
import { reportMarkdown } from "./reportMarkdown.ts";
import { serverReport } from "./serverReport.ts";

test("a report holds identity, capabilities, token cost and findings, and no secret", async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => String(saved.push(blob)),
      revokeObjectURL: () => {},
    }),
  );
  const tab = createTab(() => Promise.reject(new TypeError("offline")));
  setSettings(tab.stores, {
    headers: [
      ["X-Key", "handshake"],
      ["X-Common", "negotiation"],
    ],
  });
  const view = await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const { user } = renderInTab(<ExportReport view={view} />, tab);
  await pick(user, screen.getByRole("button", { name: "Export report" }), "JSON");
  await waitFor(() => expect(saved).toHaveLength(1));
  const json = (await saved[0]?.text()) ?? "";
  expect(json).not.toContain("handshake");
  expect(json).toContain("It needs no ••••••••");
  expect(JSON.parse(json)).toMatchObject({
    server: { address: demoUrl, name: "demo-server" },
    revision: "2026-07-28",
    negotiation: expect.arrayContaining([expect.stringContaining("Agreed on 2026-07-28")]),
    capabilities: { server: { tools: {} }, client: { sampling: {} } },
    tools: expect.arrayContaining([
      expect.objectContaining({ name: "echo", tokens: expect.any(Number) }),
    ]),
  });
  await pick(user, screen.getByRole("button", { name: "Export report" }), "Markdown");
  await waitFor(() => expect(saved).toHaveLength(2));
  const markdown = (await saved[1]?.text()) ?? "";
  expect(markdown).toMatch(/^## Tool definitions: about [\d,]+ tokens$/m);
  expect(markdown).toMatch(/^\| `echo` \| \d+ \|/m);
});

test("text of a server is not markup in the report", async () => {
  const server = await startHostile();
  onTestFinished(server.close);
  const tab = createTab();
  const view = await connectTab(tab, server.url("schemas"));
  onTestFinished(tab.stores.connections.connector.disconnect);
  const report = serverReport({
    view,
    entries: [],
    findingsOf: () => [],
    clientCapabilities: undefined,
    at: new Date(0),
  });
  const markdown = reportMarkdown({
    ...report,
    server: { name: "`x`\n\n# Heading" },
    tokens: 1,
    tools: [{ name: "a|b `c`", tokens: 1, refusedBy: {} }],
  });
  expect(markdown).not.toMatch(/^# Heading/m);
  expect(markdown).toContain("| `` a\\|b `c` `` |");
});
