/** Texts of the section Clients of the tab Examine. */
import { type ClientProblem, compatColumns } from "../../../shared/clients/compat/clientProblem.ts";
import type { CellState, CompatRow } from "../../../shared/clients/compat/judgeClients.ts";

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
    compatColumns.map((column) => cells[column]).filter((cell) => cell.state === state);
  const isHosted = (problem: ClientProblem) => problem.code === "needs-public-address";
  const [failing, losing] = [of("fails"), of("loses")].map((found) =>
    found.flatMap(({ findings }) =>
      findings.map(({ problem }) => problem).filter(({ code }) => code !== "also-handed-in"),
    ),
  );
  const hosted = compatColumns
    .flatMap((column) => cells[column].findings.map(({ problem }) => problem))
    .find(isHosted);
  const worst = [...(failing ?? []), ...(hosted ? [hosted] : []), ...(losing ?? [])];
  const [first] = worst;
  if (first) {
    const others = new Set(worst.map(problemWord)).size - 1;
    return others > 0 ? `${problemWord(first)}, and ${others} more` : problemWord(first);
  }
  return of("works").length > 0 ? "nothing against it" : "not known";
}

/** What goes wrong, in the words of a row; the cell has the whole sentence. */
function problemWord(problem: ClientProblem): string {
  return problemWords[problem.code];
}

const problemWords: Readonly<Record<ClientProblem["code"], string>> = {
  "needs-public-address": "needs a public address",
  "other-port": "connects to one port only",
  "other-transport": "lacks this transport",
  "starts-late": "gives up before the first answer",
  "discover-unanswered": "server/discover is not answered",
  "discover-late": "server/discover is answered too late",
  "stream-refused": "the stream’s GET is refused",
  "stray-output": "a line on stdout is no message",
  "revision-refused": "no common revision",
  "cannot-register": "cannot register",
  "other-resource": "the metadata name another address",
  "tools-left-out": "reads the first page of tools",
  "too-many-tools": "too many tools",
  "name-too-long": "a name is too long",
  "same-name": "two tools get one name",
  "array-without-items": "refuses an array without items",
  "root-union-removed": "a schema is cut",
  "description-missing": "a tool has no description",
  "changes-ignored": "ignores changes of the list",
  "no-tools": "uses no tools",
  "call-too-long": "a call takes too long",
  "result-too-large": "a result is too large",
  "structured-unseen": "text only, the structure is lost",
  "content-unseen": "the content is lost",
  "images-unseen": "images are lost",
  "app-not-shown": "the app is not shown",
  "app-domain": "the app’s domain does not fit",
  "app-policy-ignored": "ignores the app’s policy",
  "app-only-tool-shown": "shows a model an app’s tool",
  "titles-missing": "tools need a title for its directory",
  "hints-missing": "tools need annotations for its directory",
  "listed-names-too-long": "a name is too long for its directory",
  "app-member-missing": "an app lacks what its directory wants",
  "also-handed-in": "its directory wants more",
};
