// @vitest-environment jsdom
import { Blob as NodeBlob } from "node:buffer";
import { screen, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import { connectTab } from "../../app/stores/connectTab.fixture.ts";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { readItems } from "../../servers/store/catalog/queries.ts";
import { activeServer } from "../../servers/store/server.ts";
import { recordSession } from "../../sessions/store/recordSession.ts";
import { useEvidence } from "../../traffic/ui/EvidenceRows.tsx";
import { ExamineView } from "./ExamineView.tsx";

const Examine = () => <ExamineView renderEvidence={useEvidence()} renderDeprecated={() => null} />;

test("a recording is compared with the session that goes on, and with a file; rows lead to both", async () => {
  const tab = createTab();
  const { stores } = tab;
  onTestFinished(stores.connections.connector.disconnect);
  await readItems(await connectTab(tab, demoUrl));
  const servers = stores.servers.all.getState();
  const { recording } = await recordSession({
    log: stores.traffic.log,
    server: activeServer(servers),
    servers,
    choices: { excluded: new Set(), hasEvents: true, masked: [], keepsSecrets: false },
    head: { server: { kind: "http", url: demoUrl } },
  });
  const text = JSON.stringify(recording);
  // an older session asked for prompts in another way
  const changed = text.replaceAll("prompts/list", "prompts/older");
  expect(changed).not.toBe(text);
  const fileOf = (content: string, name: string) =>
    Object.assign(new NodeBlob([content]), { name }) as unknown as File;
  await stores.sessions.recordings.open({ kind: "file", file: fileOf(changed, "before.json") });
  const { user } = renderInTab(<Examine />, tab);

  await user.click(await screen.findByRole("radio", { name: "Sessions" }));
  await screen.findByText("Compare with another session");
  await user.click(await screen.findByRole("combobox", { name: "Compare with" }));
  const [live] = await screen.findAllByRole("option");
  await user.click(live as HTMLElement);
  const compared = await screen.findByRole("region", { name: "Compared sessions" });
  const numbers = compared.querySelector("dl")?.textContent ?? "";
  const rows = within(compared).getAllByRole("button", { name: /^prompts\// });
  // the number above is that of the rows
  expect(numbers).toMatch(new RegExp(`^differences from [^\\d]+${rows.length}requests in both`));
  const [first, second] = within(compared).getAllByRole("region", { name: /^Only in / });
  await user.click(within(first as HTMLElement).getByRole("button", { name: /prompts\/older/ }));
  const [sent] = within(first as HTMLElement).getAllByRole("button", { name: /^sent/ });
  await user.click(sent as HTMLElement);
  const seqOfFirst = stores.view.getState().selectedSeq;
  await user.click(within(second as HTMLElement).getByRole("button", { name: /prompts\/list/ }));
  const [sentNow] = within(second as HTMLElement).getAllByRole("button", { name: /^sent/ });
  await user.click(sentNow as HTMLElement);
  const seqOfSecond = stores.view.getState().selectedSeq;
  const entryOf = (seq: number | undefined) =>
    stores.traffic.log.snapshot().entries.find((entry) => entry.seq === seq);
  const shown = activeServer(stores.servers.all.getState());
  expect(entryOf(seqOfFirst)?.connectionId).toBe(shown?.connection?.id);
  expect(entryOf(seqOfSecond)?.connectionId).not.toBe(shown?.connection?.id);

  // a file is opened beside the shown recording, which stays
  const field = screen.getByLabelText("Recording to compare with");
  await user.upload(field, fileOf(changed, "same.json"));
  await screen.findByText(/Ids, times and metadata are not compared/);
  expect(activeServer(stores.servers.all.getState())?.id).toBe(shown?.id);
});
