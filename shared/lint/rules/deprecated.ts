/** Notes that a server uses a feature that is deprecated in the revision of the connection. */
import { decodeText } from "../../core/bytes.ts";
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import { type DeprecatedFeature, deprecations } from "../../protocol/deprecations.ts";
import { latest } from "../../protocol/revisions.ts";
import { findRequest } from "../connectionState.ts";
import type { EntryRule, HeadRule, RuleContext } from "../rule.ts";
import { serverAsks } from "./serverAsks.ts";

/** A server that offers only the former transport is told so whatever revision it names. */
export const checkDeprecatedTransport: EntryRule = (context) => {
  if (context.connection.isHttpSse) note("http-sse", context);
};

/** @see https://modelcontextprotocol.io/specification/2026-07-28/deprecated */
export const checkDeprecated: HeadRule = (head, context, index) => {
  const { entry, connection } = context;
  if (entry.direction !== "in") return;
  const noteIfSince = (feature: DeprecatedFeature, revision: string) => {
    if (revision >= deprecations[feature].since) note(feature, context);
  };
  if (head.kind === "result") {
    const request = findRequest(connection, head.id, entry.exchangeId);
    if (request?.method === "initialize" || request?.method === "server/discover") {
      const capabilities = getOwn(getOwn(context.messages()[index], "result"), "capabilities");
      const revision = head.revision ?? request.revision;
      if (isJsonObject(getOwn(capabilities, "logging"))) noteIfSince("logging", revision);
    }
  }
  for (const { method, params } of serverAsks(head, context, index)) {
    if (method === "roots/list") noteIfSince("roots", connection.revision);
    if (method !== "sampling/createMessage") continue;
    noteIfSince("sampling", connection.revision);
    const included = getOwn(params, "includeContext");
    if (included === "thisServer" || included === "allServers") {
      noteIfSince("include-context", connection.revision);
    }
  }
};

/** Bytes of a document that is read; those in use have less than a tenth. */
const maxBytes = 64 * 1024;
/** Where a server says that it takes documents about clients, which need no registration. */
const supportName = "client_id_metadata_document_supported";

/**
 * A registration is the only request to an authorization server whose body is JSON with redirect URIs.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration
 */
export const checkRegistration: EntryRule = (context) => {
  const { entry, bytes, connection } = context;
  if (!bytes || bytes.byteLength > maxBytes) return;
  if (entry.kind === "frame" && entry.holds === "body") {
    const text = decodeText(bytes);
    if (!text.includes(supportName)) return;
    connection.takesClientDocuments = getOwn(parseJsonObject(text), supportName) === true;
    return;
  }
  if (entry.kind !== "http-request" || entry.service !== "authorization") return;
  if (entry.http.method !== "POST" || connection.takesClientDocuments) return;
  const body = parseJsonObject(decodeText(bytes));
  if (Array.isArray(getOwn(body, "redirect_uris"))) note("client-registration", context);
};

/** Once for a connection: each further use says nothing new. */
function note(
  feature: DeprecatedFeature,
  { connection, report }: Pick<RuleContext, "connection" | "report">,
): void {
  if (connection.deprecated.has(feature)) return;
  connection.deprecated.add(feature);
  report({
    code: "deprecated-feature",
    severity: "note",
    page: "deprecated",
    revision: latest.modern,
    evidence: { feature },
  });
}
