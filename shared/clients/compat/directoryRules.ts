/** What keeps a server out of a client's directory, as far as its messages show. */
import { isAppUri } from "../../apps/appTool.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import type { ClientFacts } from "../clientFacts.ts";
import type { ClientFinding } from "./clientProblem.ts";
import type { ObservedServer } from "./observedServer.ts";

export function* directoryFindings(
  { directory }: ClientFacts,
  { isListed, tools, documents }: ObservedServer,
): Generator<ClientFinding> {
  if (!directory || !isListed) return;
  const { titles, hints, nameLimit, appMembers, handedIn } = directory.value;
  // the server works in the client all the same
  const common = { column: "directory", fact: "directory", isFailure: false } as const;
  for (const { name, definition, seq } of tools) {
    const annotations = getOwn(definition, "annotations");
    if (titles && !isText(getOwn(definition, "title")) && !isText(getOwn(annotations, "title"))) {
      yield { ...common, seq, problem: { code: "title-missing", tool: name } };
    }
    const missing = hints.names.filter((hint) => typeof getOwn(annotations, hint) !== "boolean");
    if (missing.length > (hints.needs === "all" ? 0 : hints.names.length - 1)) {
      const problem = { tool: name, needs: hints.needs, hints: missing };
      yield { ...common, seq, problem: { code: "hints-missing", ...problem } };
    }
    if (nameLimit !== undefined && name.length > nameLimit) {
      const problem = { tool: name, length: name.length, limit: nameLimit };
      yield { ...common, seq, problem: { code: "listed-name-too-long", ...problem } };
    }
  }
  for (const [uri, { value, seq }] of documents) {
    if (!isAppUri(uri)) continue;
    const ui = getOwn(getOwn(value, "_meta"), "ui");
    for (const member of appMembers.filter((each) => getOwn(ui, each) === undefined)) {
      yield { ...common, seq, problem: { code: "app-member-missing", uri, member } };
    }
  }
  if (handedIn.length > 0) {
    yield { ...common, problem: { code: "also-handed-in", things: handedIn } };
  }
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
