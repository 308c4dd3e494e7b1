/** Follows the lists of a server: whether the client hears of changes, and lists again. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { Entry } from "../../log/entry.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import type { SessionScope, SessionWatcher } from "./watcher.ts";

const kinds = ["tools", "prompts", "resources"] as const;

/** What a client lists again after a list has changed. */
const listings: Readonly<Record<string, readonly string[]>> = {
  tools: ["tools/list"],
  prompts: ["prompts/list"],
  resources: ["resources/list", "resources/templates/list"],
};

export function watchLists({ add, pending }: SessionScope): SessionWatcher {
  /** What changed each list, by the method that lists it. */
  const stale = new Map<string, Entry>();
  let isModern = false;
  let hasListened: number | undefined;
  /** The answer in which the server says that its lists change. */
  let announced: Entry | undefined;

  const changed = (kind: string, entry: Entry) => {
    for (const method of listings[kind] ?? []) {
      if (!stale.has(method)) stale.set(method, entry);
    }
  };

  return {
    message({ head, entry, facts, from }) {
      const { seq, at, direction } = entry;
      if (head.kind === "request" && from === "client") {
        const { method, revision } = head;
        if (revision !== undefined) isModern = traitsOf(revision).era === "modern";
        if (method === "subscriptions/listen") hasListened ??= seq;
        const change = stale.get(method);
        if (!change) return;
        stale.delete(method);
        const ms = at - change.at;
        add("listed-again", "ok", [change.seq, seq], { method, ms });
      } else if (head.kind === "notification" && direction === "in") {
        const kind = kinds.find((each) => head.method === `notifications/${each}/list_changed`);
        if (kind) changed(kind, entry);
      } else if (head.kind === "result" && direction === "in" && facts.capabilities) {
        const { capabilities } = facts;
        const isChanging = (kind: string) =>
          getOwn(getOwn(capabilities, kind), "listChanged") === true;
        if (kinds.some(isChanging)) announced = entry;
      }
    },
    entry(entry) {
      if (entry.kind !== "process" || entry.event.kind !== "restarted") return;
      for (const { kind } of entry.event.changes) changed(kind, entry);
    },
    end() {
      for (const [method, entry] of stale) {
        // templates are listed with the resources, by clients that want them
        if (method !== "resources/templates/list") pending("listed-again", entry, method);
      }
      if (!isModern) return;
      if (hasListened !== undefined) add("listens", "ok", [hasListened]);
      else if (announced) add("listens", "warning", [announced.seq]);
    },
  };
}
