// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { clientCatalog } from "../../../../shared/clients/clientCatalog.ts";
import { compareFacts } from "../../../../shared/clients/seen/compareFacts.ts";
import "../../../component.fixture.tsx";
import { KnownFacts } from "./KnownFacts.tsx";

test("what differs from what is known is said with its rows, and its change is copied", async () => {
  const user = userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const client = clientCatalog.find(({ id }) => id === "codex");
  if (!client) throw new Error("Codex is not known.");
  const seen = {
    clientInfo: { value: { name: "codex-mcp-client", version: "9", title: "Codex" }, seqs: [2] },
    revision: { value: "2024-11-05", seqs: [2] },
  } as const;
  const known = { client, seen, comparisons: compareFacts(client, seen) };
  render(<KnownFacts known={known} renderEvidence={(seqs) => <p>Rows {seqs.join()}</p>} />);
  // the heading names the client, and no sentence repeats it
  screen.getByRole("heading", { name: /^Compared with what is known about Codex@/ });
  screen.getByText(/^The revision that it offers is "2024-11-05", known is /);
  await user.click(screen.getByRole("button", { name: /^Evidence: The revision/ }));
  screen.getByText("Rows 2");
  screen.getByText(/^1 fact is as known about Codex@/);
  await user.click(screen.getByRole("button", { name: "Copy change" }));
  await screen.findByText("Copied");
  const change = JSON.parse(written.mock.calls[0]?.[0] ?? "");
  expect(change).toMatchObject([{ path: "/facts/revision", value: { value: "2024-11-05" } }]);
});
