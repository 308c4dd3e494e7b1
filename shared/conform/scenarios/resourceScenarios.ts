/** Scenarios about resources and their subscriptions. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { Subject } from "../examinedServer.ts";
import { judgeResult } from "../judgeResult.ts";
import { isRefused, type Reply } from "../replies.ts";
import { failed, notApplicable, passed, type Scenario, verdictOf } from "../scenario.ts";

const unknownUri = "conformance://unknown/resource";
const notFoundCodes = { legacy: -32002, modern: -32602 } as const;

function firstUri({ lists }: Subject): string | undefined {
  const uris = lists.resources?.items.map((item) => getOwn(item, "uri"));
  return uris?.find((uri) => typeof uri === "string");
}

const noResource = notApplicable("The server lists no resource.");

export const resourceScenarios: readonly Scenario[] = [
  {
    id: "resources-list-valid",
    area: "resources",
    title: "resources/list is answered with valid resources",
    level: "must",
    section: "server/resources#listing-resources",
    needs: "resources/list",
    sends: "resources/list",
    fix: "Answer resources/list as the schema of the agreed revision says.",
    run(subject) {
      const list = subject.lists.resources;
      if (!list) return noResource;
      return judgeResult(subject, "resources/list", list.first);
    },
  },
  {
    id: "resource-templates-valid",
    area: "resources",
    title: "resources/templates/list is answered with valid templates",
    level: "must",
    section: "server/resources#resource-templates",
    needs: "resources/templates/list",
    sends: "resources/templates/list",
    fix: "Answer resources/templates/list as the schema of the agreed revision says.",
    run(subject) {
      const list = subject.lists.resourceTemplates;
      if (!list || list.first.code === -32601) return notApplicable("The server has no templates.");
      return judgeResult(subject, list.method, list.first);
    },
  },
  {
    id: "resource-read-valid",
    area: "resources",
    title: "A listed resource can be read, with valid contents",
    level: "must",
    section: "server/resources#reading-resources",
    needs: "resources/read",
    sends: "resources/read of the first resource",
    fix: "Answer resources/read as the schema of the agreed revision says.",
    async run(subject) {
      const uri = firstUri(subject);
      if (uri === undefined) return noResource;
      const reply = await subject.request("resources/read", { uri });
      return judgeResult(subject, "resources/read", reply, uri);
    },
  },
  {
    id: "resource-unknown",
    area: "resources",
    title: "An unknown resource is answered with an error",
    level: "must",
    section: "server/resources#error-handling",
    needs: "resources/read",
    sends: "resources/read of an unknown URI",
    fix: "Answer resources/read of an unknown URI with an error.",
    async run({ request }) {
      const reply = await request("resources/read", { uri: unknownUri });
      if (isRefused(reply)) return passed(reply);
      return failed(`A resource that does not exist was answered ${reply.text}.`, reply);
    },
  },
  {
    id: "resource-unknown-code",
    area: "resources",
    title: "The error for an unknown resource has the code of the specification",
    level: "should",
    section: "server/resources#error-handling",
    needs: "resources/read",
    sends: "resources/read of an unknown URI",
    fix: "Use the code -32002 for unknown resources, and -32602 from 2026-07-28 on.",
    async run({ request, isModern }) {
      const reply = await request("resources/read", { uri: unknownUri });
      const code = notFoundCodes[isModern ? "modern" : "legacy"];
      if (reply.kind !== "error")
        return notApplicable("An unknown resource is not answered with an error.");
      return verdictOf(
        reply.code === code
          ? undefined
          : `An unknown resource was answered ${reply.text}, not with ${code}.`,
        reply,
      );
    },
  },
  {
    id: "resource-subscribe",
    area: "resources",
    title: "A resource can be subscribed to, and unsubscribed from",
    level: "must",
    section: "server/resources#subscriptions",
    until: "2025-11-25",
    needs: "resources/subscribe",
    sends: "resources/subscribe and resources/unsubscribe of the first resource",
    fix: "Answer subscriptions with an empty object, or do not declare them.",
    async run(subject) {
      const uri = firstUri(subject);
      if (uri === undefined) return noResource;
      const replies: Reply[] = [];
      for (const method of ["resources/subscribe", "resources/unsubscribe"]) {
        const reply = await subject.request(method, { uri });
        const verdict = judgeResult(subject, method, reply, uri);
        if (verdict.outcome !== "passed") return verdict;
        replies.push(reply);
      }
      return passed(...replies);
    },
  },
];
