// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInTab } from "../../component.fixture.tsx";
import { createRelayTab } from "../../relayTab.fixture.ts";
import { activeConnection } from "../../servers/store/server.ts";
import { DiagnosisPanel } from "./DiagnosisPanel.tsx";

test("a missing program is named without its arguments", async () => {
  const tab = await createRelayTab();
  const { servers, connections, doctor } = tab.stores;
  const { connector, questions } = connections;
  servers.all.choose("nosuchcommand-xyz --flag value");
  connector.connect();
  await waitFor(() => expect(questions.getState()?.kind).toBe("start"));
  connector.answerQuestion(true);
  const connection = await waitFor(() => {
    const newest = activeConnection(servers.all.getState());
    if (newest?.state.getState().kind !== "failed") throw new Error("not failed yet");
    return newest;
  });
  await doctor.diagnose(connection, false);
  const state = doctor.getState().get(connection.serverId);
  if (!state) throw new Error("no diagnosis");
  renderInTab(<DiagnosisPanel connection={connection} state={state} />, tab);
  expect(screen.getByRole("alert").textContent).toBe(
    'The program "nosuchcommand-xyz" was not found.',
  );
});
