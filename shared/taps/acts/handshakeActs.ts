/** Follows how a client begins, whether it asks for what the server has, and which features it uses. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { idKey, type MessageEntry } from "../../log/entry.ts";
import { type DeprecatedFeature, deprecations } from "../../protocol/deprecations.ts";
import { capabilityPath, methodIn } from "../../protocol/methods.ts";
import { knownRevision } from "../../protocol/revisions.ts";
import {
  createTally,
  type SeenMessage,
  type SessionScope,
  type SessionWatcher,
} from "./watcher.ts";

/** What may be sent before the server has answered `initialize`. */
const early: ReadonlySet<string> = new Set(["initialize", "ping", "server/discover"]);

export function watchHandshake({ add, pending }: SessionScope): SessionWatcher {
  let hello: { readonly entry: MessageEntry; readonly key: string } | undefined;
  let isGreeted = false;
  let initialized: MessageEntry | undefined;
  /** What the server declared; undefined until then. */
  let offered: JsonObject | undefined;
  let revision: string | undefined;
  const discovers = new Set<string>();
  const order = createTally(add, "in-order");
  const messages = createTally(add, "valid-messages");
  const asks = createTally(add, "server-declared");
  const deprecated = new Map<DeprecatedFeature, number>();
  /** Capabilities that the client declared, with the entry. */
  let declared: { readonly capabilities: JsonObject; readonly seq: number } | undefined;

  const use = (feature: DeprecatedFeature, seq: number) => {
    const isOlder = revision === undefined || revision < deprecations[feature].since;
    if (!isOlder && !deprecated.has(feature)) deprecated.set(feature, seq);
  };

  const noteDeclared = () => {
    for (const feature of ["roots", "sampling"] as const) {
      if (isJsonObject(getOwn(declared?.capabilities, feature))) use(feature, declared?.seq ?? 0);
    }
  };

  const request = ({ head, entry, facts }: SeenMessage) => {
    if (head.kind !== "request") return;
    const { method } = head;
    const { seq } = entry;
    const isHello = method === "initialize";
    if (isHello) {
      hello = { entry, key: idKey(head.id) };
      isGreeted = false;
    } else if (hello && !early.has(method)) {
      if (isGreeted) order.keep([hello.entry.seq, seq]);
      else order.break([hello.entry.seq, seq], method);
    }
    if (method === "server/discover") discovers.add(idKey(head.id));
    if (!isHello && head.revision !== undefined) revision = head.revision;
    if (facts.capabilities) declared = { capabilities: facts.capabilities, seq };
    if (!isHello) noteDeclared();
    if (method === "logging/setLevel" || facts.wantsLog) use("logging", seq);
    if (offered === undefined || isHello) return;
    const needed = methodIn(knownRevision(revision ?? ""), method).find(
      ({ direction }) => direction === "client-to-server",
    )?.capability;
    if (!needed?.startsWith("server.")) return;
    const path = capabilityPath(needed);
    if (path.reduce<unknown>(getOwn, offered)) asks.keep([seq]);
    else asks.break([seq], method);
  };

  const answer = ({ head, facts }: SeenMessage) => {
    if (head.kind !== "result") return;
    const key = idKey(head.id);
    if (key === hello?.key && !isGreeted) {
      isGreeted = true;
      revision = head.revision ?? revision;
      offered = facts.capabilities;
      noteDeclared();
    } else if (discovers.delete(key)) offered = facts.capabilities ?? offered;
  };

  return {
    message(seen) {
      const { head, entry, from } = seen;
      if (from === "client") {
        // what a fault made of it is not the client's
        if (head.kind === "invalid" && entry.change === undefined) messages.break([entry.seq]);
        else messages.keep([entry.seq]);
        if (head.kind === "request") request(seen);
        if (head.kind === "notification" && head.method === "notifications/initialized") {
          initialized ??= entry;
        }
      } else if (from === "server" && entry.direction === "in") answer(seen);
    },
    entry(entry) {
      if (entry.kind === "frame" && entry.holds === "endpoint")
        deprecated.set("http-sse", entry.seq);
      if (entry.kind !== "http-request" || entry.http.method !== "POST") return;
      const path = URL.parse(entry.http.url)?.pathname ?? "";
      if (path.endsWith("/register")) deprecated.set("client-registration", entry.seq);
    },
    end() {
      order.end("warning");
      messages.end();
      asks.end("warning");
      if (hello && initialized) add("initialized", "ok", [initialized.seq]);
      else if (hello && isGreeted) pending("initialized", hello.entry, "initialize");
      for (const [feature, seq] of deprecated) {
        add("deprecated-feature", "warning", [seq], { method: feature });
      }
      if (deprecated.size === 0 && (revision ?? "") >= deprecations.roots.since) {
        add("deprecated-feature", "ok", [], {});
      }
    },
  };
}
