/** Chat as component tests open it. */
import { screen } from "@testing-library/react";
import { onTestFinished } from "vitest";
import type { ModelFormat } from "../../../e2e/servers/modelFormats.ts";
import { startModelServer } from "../../../e2e/servers/models.ts";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { ChatPane } from "../../app/workbench/ChatPane.tsx";
import { fill, renderInTab } from "../../component.fixture.tsx";
import { configuredAt } from "../../sampling/store/models.fixture.ts";

/** Chat with the demo server and models of the test server. */
export async function openChat(...formats: readonly ModelFormat[]) {
  const tab = createTab();
  await connectTab(tab, demoUrl);
  onTestFinished(tab.stores.connections.connector.disconnect);
  const server = await startModelServer();
  onTestFinished(server.close);
  const { models } = await tab.stores.sampling.openModels();
  for (const format of formats) models.add(configuredAt(server, format));
  const { user, unmount } = renderInTab(<ChatPane />, tab);
  await screen.findByRole("button", { name: /^\d+ tools · / });
  const send = async (text: string) => {
    await fill(user, screen.getByRole("textbox", { name: "Message" }), text);
    await user.click(screen.getByRole("button", { name: "Send" }));
  };
  const idle = () => screen.findByRole("button", { name: "Send" });
  const calls = () => tab.stores.calls.runs.getState();
  return { ...tab, user, unmount, server, send, idle, calls };
}
export const callNamed = (name: string) => screen.findByRole("region", { name: `Call of ${name}` });
