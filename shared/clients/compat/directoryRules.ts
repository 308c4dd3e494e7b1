/** What keeps a server out of a client's directory, as far as its messages show. */
import { isAppUri } from "../../apps/appTool.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import type { ClientFacts } from "../clientFacts.ts";
import type { ClientFinding } from "./clientProblem.ts";
import type { ObservedServer, ObservedTool } from "./observedServer.ts";

export function* directoryFindings(
  { directory }: ClientFacts,
  { isListed, tools, documents }: ObservedServer,
): Generator<ClientFinding> {
  if (!directory || !isListed) return;
  const { titles, hints, nameLimit, appMembers, handedIn } = directory.value;
  // the server works in the client all the same
  const common = { column: "directory", fact: "directory", isFailure: false } as const;
  const [seq] = tools.map((tool) => tool.seq);
  const those = (isWrong: (tool: ObservedTool) => boolean) => {
    const wrong = tools.filter(isWrong).map(({ name }) => name);
    return wrong.length > 0 ? [wrong] : [];
  };
  for (const wrong of titles ? those(({ definition }) => !hasTitle(definition)) : []) {
    yield { ...common, seq, problem: { code: "titles-missing", tools: wrong } };
  }
  for (const names of hints.needs === "all" ? hints.names.map((name) => [name]) : [hints.names]) {
    for (const wrong of those(
      ({ definition }) => !names.some((name) => hasHint(definition, name)),
    )) {
      yield { ...common, seq, problem: { code: "hints-missing", hints: names, tools: wrong } };
    }
  }
  const limit = nameLimit ?? Number.POSITIVE_INFINITY;
  for (const wrong of those(({ name }) => name.length > limit)) {
    yield { ...common, seq, problem: { code: "listed-names-too-long", limit, tools: wrong } };
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

const hasTitle = (tool: unknown) =>
  isText(getOwn(tool, "title")) || isText(getOwn(getOwn(tool, "annotations"), "title"));

const hasHint = (tool: unknown, name: string) =>
  typeof getOwn(getOwn(tool, "annotations"), name) === "boolean";
