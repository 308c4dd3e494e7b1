/** The schema of a message that passes a tap, by its direction, method and revision. */
import { useEffect, useMemo, useState } from "react";
import { type JsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { methodIn } from "../../../shared/protocol/methods.ts";
import { isRevision, type Revision } from "../../../shared/protocol/revisions.ts";
import { fitsEditor } from "../../../shared/schema/editorBudget.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { knownItems } from "../../servers/store/catalog/queries.ts";
import { type ConnectedView, connectedView } from "../../servers/store/connections/connection.ts";

const loadCode = () =>
  Promise.all([
    import("../../../shared/protocol/messages/clientMessages.ts"),
    import("../../../shared/protocol/messages/jsonSchemaOf.ts"),
  ]);

/**
 * @param direction `out` goes to the server
 * @param method also of the request that a response answers
 * @returns undefined while it is loaded, and for what the revision does not know
 */
export function useTapSchema(direction: "out" | "in", text: string, method: string): unknown {
  const { connection, state } = useConnection();
  const view = useMemo(() => connectedView({ connection, state }), [connection, state]);
  const [schema, setSchema] = useState<JsonObject>();
  useEffect(() => {
    let isWanted = true;
    if (view) {
      // without it, the message is edited without help
      schemaOf(view, direction, text, method).then(
        (found) => isWanted && setSchema(found),
        () => undefined,
      );
    }
    return () => {
      isWanted = false;
    };
  }, [view, direction, text, method]);
  return schema;
}

async function schemaOf(
  view: ConnectedView,
  direction: "out" | "in",
  text: string,
  method: string,
): Promise<JsonObject | undefined> {
  const revision = view.client.agreement.revision;
  if (!isRevision(revision)) return undefined;
  const [{ clientMessageSchema }, { jsonSchemaOf }] = await loadCode();
  const message = parseJsonObject(text);
  if (message?.method === undefined) {
    const result = definitionOf(revision, method)?.result;
    if (result === undefined || message?.result === undefined) return undefined;
    const { $ref, ...document } = jsonSchemaOf(revision, result);
    return { ...document, type: "object", properties: { result: { $ref } } };
  }
  if (direction === "in") {
    const { definition } = definitionOf(revision, method) ?? {};
    return definition === undefined ? undefined : { ...jsonSchemaOf(revision, definition) };
  }
  const tools = (knownItems(view).get("tool") ?? []).map(({ name, raw: { inputSchema } }) => ({
    name,
    inputSchema: fitsEditor(inputSchema) ? inputSchema : undefined,
  }));
  return clientMessageSchema(revision, { tools, prompts: [], resources: [] });
}

const definitionOf = (revision: Revision, method: string) => methodIn(revision, method)[0];
