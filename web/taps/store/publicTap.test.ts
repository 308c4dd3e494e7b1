import { expect, test } from "vitest";
import { startTap } from "../../../relay/cli/tap/tap.fixture.ts";
import { temporaryFolder, until } from "../../../relay/relay.fixture.ts";
import { openServer, openTunnelRelay } from "../../../relay/tunnels/tunnels.fixture.ts";
import { publicTexts, runningText } from "../messages/tapMessages.ts";
import { openPage, startRelay } from "./taps.fixture.ts";

test("a tap that is public is named so before it is shown, and while it is", async () => {
  const state = temporaryFolder();
  const page = await openPage(await startRelay(state), []);
  const { url } = await openTunnelRelay();
  const origin = await openServer((received, response) => {
    received.resume();
    response.end();
  });
  startTap(["--public", url, "--yes", "--name", "notes", `${origin}/mcp`], state);
  await until(() => page.taps.getState().waiting.includes("notes"));
  const { host } = new URL(url);
  expect(page.taps.getState().publicAt).toEqual(new Map([["notes", host]]));
  page.taps.show("notes");
  const control = await until(() => page.controls.getState().get("notes"));
  await until(() => control.state.getState().publicAt === host);
});

test("what is said of it names the relay, and no line of it can be another one", () => {
  expect(runningText("notes", false, "relay.example")).toContain(
    "notes is tapped, and public at relay.example:",
  );
  const { title, more } = publicTexts("relay.example\nThis server is private");
  expect(title).not.toContain("\n");
  expect(more).toContain("can read everything that passes");
});
