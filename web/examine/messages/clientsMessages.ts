/** Texts of the section Clients of the tab Examine. */
import { compatColumns } from "../../../shared/clients/compat/clientProblem.ts";
import type { CellState, CompatRow } from "../../../shared/clients/compat/judgeClients.ts";
import { compatColumnNames } from "../../../shared/messages/clientFindingText.ts";

/** What a cell of the table means. */
export const cellTexts: Readonly<Record<CellState, string>> = {
  fails: "fails",
  loses: "loses something",
  works: "no known fact speaks against it",
  "not-seen": "not seen in this session",
  "not-known": "nothing is known about it",
};

/** The most severe thing about a client, in a few words. */
export function rowWord({ cells }: CompatRow): string {
  const of = (state: CellState) =>
    compatColumns
      .filter((column) => cells[column].state === state)
      .map((column) => compatColumnNames[column]);
  const problems = Object.values(cells).flatMap(({ findings }) => findings);
  const [failing, losing] = [of("fails"), of("loses")];
  if (failing.length > 0) return `${failing.join(", ")} fails`;
  if (problems.some(({ problem }) => problem.code === "needs-public-address")) {
    return "needs a public address";
  }
  // the server works there, and not everybody submits one
  if (losing.length === 1 && cells.directory.state === "loses") {
    return "not ready for its directory";
  }
  if (losing.length > 0) return `${losing.join(", ")} with losses`;
  return of("works").length > 0 ? "nothing against it" : "not known";
}
