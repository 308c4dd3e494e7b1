// @vitest-environment jsdom
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders as VS Code writes them
/** The servers of a file that was given to the relay are offered on the page, with their inputs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { writeServer } from "../../e2e/servers/editable.ts";
import { createServerList } from "../../relay/config/serverList.ts";
import { temporaryFolder } from "../../relay/relay.fixture.ts";
import { pick } from "../component.fixture.tsx";
import { createRelayTab } from "../relayTab.fixture.ts";
import { renderPage, result, server, shows, status } from "./page.fixture.tsx";

test("a command that was given to the relay is in the address bar, and starts without a question", async () => {
  const script = await writeServer(temporaryFolder(), { tools: [{ name: "a", answer: "1" }] });
  const servers = createServerList(
    { kind: "stdio", command: process.execPath, args: [script] },
    [],
  );
  if (!servers) throw new Error("There is no command");
  onTestFinished(() => servers.close());
  const page = renderPage(await createRelayTab({ servers }));
  await waitFor(() => expect(server()).toHaveProperty("value", `${process.execPath} ${script}`));
  await shows(status, "Not connected");
  act(() => server().focus());
  await page.user.keyboard("{Enter}");
  await shows(status, "Connected");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("inputs are asked for, masked if they are secret, and neither stored nor shared", async () => {
  const folder = temporaryFolder();
  const script = await writeServer(folder, {
    tools: [{ name: "words", answer: "process.argv.slice(2).join('|') + process.env.REGION" }],
  });
  const file = join(folder, "mcp.json");
  const inputs = [
    { id: "key", type: "promptString", description: "API key", password: true },
    {
      id: "region",
      type: "pickString",
      description: "Region",
      options: ["eu", "us"],
      default: "eu",
    },
  ];
  const asking = {
    command: process.execPath,
    args: [script, "--key=${input:key}"],
    env: { REGION: "${input:region}" },
  };
  writeFileSync(file, JSON.stringify({ inputs, servers: { asking } }));
  const servers = createServerList(undefined, [file]);
  if (!servers) throw new Error("There is no file");
  onTestFinished(() => servers.close());
  const page = renderPage(await createRelayTab({ servers }));
  await page.press(/^asking/, await screen.findByRole("region", { name: "Ready to connect" }));
  const dialog = await screen.findByRole("dialog", { name: "Inputs for asking" });
  const key = within(dialog).getByLabelText("API key");
  expect(key).toHaveProperty("type", "password");
  await page.user.type(key, "sesame-3");
  await pick(page.user, within(dialog).getByRole("combobox", { name: "Region" }), "us");
  await page.press("Connect", dialog);
  await shows(status, "Connected");
  await page.open("Tools", "words");
  await page.press("Call tool");
  await shows(result, "--key=sesame-3us");

  // secrets stay with the configured name: not in the address, the storage or a link
  expect(server()).toHaveProperty("value", "asking");
  expect([...page.stored.values()].join()).not.toContain("sesame");
  await page.press("Share");
  const share = await screen.findByRole("dialog", { name: "Share session" });
  await shows(() => share, "input:key");
  expect(share.textContent).not.toContain("sesame");
});
