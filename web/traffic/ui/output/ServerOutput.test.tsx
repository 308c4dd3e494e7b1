// @vitest-environment jsdom
/** What a process writes to its standard error is searched, timed, copied and cleared. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { writeServer } from "../../../../e2e/servers/editable.ts";
import { temporaryFolder } from "../../../../relay/relay.fixture.ts";
import { whenConnected } from "../../../app/stores/connectTab.fixture.ts";
import { fill, renderInTab } from "../../../component.fixture.tsx";
import { createRelayTab } from "../../../relayTab.fixture.ts";
import { Traffic } from "../Traffic.tsx";

const log = () => screen.getByRole("log", { name: "Server output" });
const shows = (text: string | RegExp) => waitFor(() => expect(log().textContent).toMatch(text));

test("output is counted until it is shown, searched, timed, copied and cleared, and shown in its colours", async () => {
  const script = await writeServer(temporaryFolder(), {
    tools: [{ name: "say", answer: "(console.error('said later'), 'done')" }],
    before:
      'for (let n = 1; n <= 4; n++) console.error("line " + n);\nconsole.error("\\u001b[31mred <b>\\u001b[0m");',
  });
  const tab = await createRelayTab();
  const { connector, questions } = tab.stores.connections;
  tab.stores.servers.all.choose(`node ${script}`);
  connector.connect();
  await waitFor(() => expect(questions.getState()?.kind).toBe("start"));
  connector.answerQuestion(true);
  const { client } = await whenConnected(tab);
  const { user } = renderInTab(<Traffic />, tab);
  const view = await screen.findByRole("tab", { name: /^Server output/ });
  await waitFor(() => expect(view.textContent).toContain("5"));
  await user.click(view);
  await waitFor(() => expect(view.textContent).toBe("Server output"));
  await shows("red <b>");
  expect(log().textContent).not.toContain("\u001b");
  const coloured = within(log()).getByText("red <b>");
  expect(coloured.className).not.toBe(within(log()).getByText("line 4").className);

  const search = screen.getByRole("searchbox", { name: "Search output" });
  await fill(user, search, "LINE 3");
  await shows(/^line 3$/);
  expect(screen.getByText(/^1 of \d$/).closest("[role=status]")).not.toBeNull();
  const times = () => user.click(screen.getByRole("button", { name: "Times" }));
  await times();
  await shows(/^\d\d:\d\d:\d\d\.\d{3} ?line 3$/);
  await times();
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    copied.push(text);
  });
  await user.click(screen.getByRole("button", { name: "Copy output" }));
  await waitFor(() => expect(copied).toEqual(["line 3"]));
  await user.clear(search);
  await user.click(screen.getByRole("button", { name: "Clear output" }));
  await waitFor(() => expect(document.body.textContent).toContain("Cleared"));
  act(() => void client.session.request("tools/call", '{"name":"say"}'));
  await shows("said later");
  expect(log().textContent).not.toContain("line 4");
  connector.disconnect();
});
