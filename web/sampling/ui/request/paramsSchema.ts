/** Builds the JSON Schemas of a sampling request's params and of its result, for forms and editors. */
import { jsonSchemaOf, paramsSchemaOf } from "../../../../shared/protocol/messages/jsonSchemaOf.ts";
import type { Schema } from "../../../../shared/protocol/messages/schema.ts";
import { oldestRevision, type Revision, revisions } from "../../../../shared/protocol/revisions.ts";

/** The members that users write first are first. */
const order = ["role", "messages", "systemPrompt", "maxTokens", "temperature", "stopSequences"];

/**
 * Members that are rarely written by hand; the form does not show them and leaves them unchanged in
 * the text.
 */
const leftOut = ["_meta", "annotations", "icons", "task", "execution"];

const schemas = new Map<string, unknown>();

/** The schema of the params; the same object each time. */
export function paramsSchema(revision: string): unknown {
  return remembered(revision, "params", paramsDocument);
}

/**
 * The schema of a form for the params: the same, in another order and without rarely used members.
 */
export function paramsFormSchema(revision: string): unknown {
  return remembered(revision, "form", (known) => {
    const { $defs, ...document } = paramsDocument(known);
    const root: Schema = $defs.CreateMessageRequestParams ?? document;
    const definitions = Object.entries($defs).map(([name, schema]) => [name, forForm(schema)]);
    return { ...forForm(root), $defs: Object.fromEntries(definitions) };
  });
}

function paramsDocument(known: Revision) {
  // from 2026-07-28 it is not a separate method
  return (
    paramsSchemaOf(known, "sampling/createMessage") ??
    jsonSchemaOf("2026-07-28", "CreateMessageRequestParams")
  );
}

function forForm(schema: Schema): Schema {
  if (schema.properties === undefined) return schema;
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const properties = Object.entries(schema.properties)
    .filter(([name]) => !leftOut.includes(name))
    .sort(([one], [other]) => place(one) - place(other));
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The schema of the whole answer. */
export function resultSchema(revision: string): unknown {
  return remembered(revision, "result", (known) => jsonSchemaOf(known, "CreateMessageResult"));
}

function remembered(revision: string, kind: string, build: (known: Revision) => unknown) {
  // newest first
  const known = revisions.find((one) => one <= revision) ?? oldestRevision;
  const key = `${known} ${kind}`;
  const schema = schemas.get(key) ?? build(known);
  schemas.set(key, schema);
  return schema;
}
