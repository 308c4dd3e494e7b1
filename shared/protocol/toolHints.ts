/** Reads the hints of a tool about its effects, which come from the server and may be wrong. */
import { getOwn } from "../core/json/getOwn.ts";

/**
 * Whether a tool says that it changes nothing.
 * @param definition an item of `tools/list`, not validated
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function isReadOnlyTool(definition: unknown): boolean {
  return getOwn(getOwn(definition, "annotations"), "readOnlyHint") === true;
}

/** Whether a tool says that it may delete or overwrite data, and not that it changes nothing. */
export function isDestructiveTool(definition: unknown): boolean {
  const hint = getOwn(getOwn(definition, "annotations"), "destructiveHint");
  return hint === true && !isReadOnlyTool(definition);
}

/** What names of tools hold whose results are likely to hold secrets. */
const secretive = /secret|token|passw|credential|cookie|api[-_]?key|private[-_]?key/i;
/** A word of such a name, as in `get-env`, `printenv`, `envVars` and `list_environment`. */
const environment = /env$|^env(?:s|iron|var)/i;
const told = /environment variable|credential|password|api key/i;

/**
 * Whether a tool's name or description says that its result discloses what should stay secret, so
 * that nobody is invited to call it.
 * @param tool an item of `tools/list`, not validated, or its name and description
 */
export function mayDiscloseSecrets(tool: unknown): boolean {
  const [name, description] = ["name", "description"].map((member) => {
    const text = getOwn(tool, member);
    return typeof text === "string" ? text : "";
  }) as [string, string];
  const words = name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/);
  return (
    secretive.test(name) || words.some((word) => environment.test(word)) || told.test(description)
  );
}

/**
 * Who chose a call and its arguments: the user who starts it (`user`), a recorded session, which
 * others may have made (`recording`), or a model, an app or a program (`foreign`).
 */
export type CallOrigin = "user" | "recording" | "foreign";

/**
 * Whether a tool may change so much, by what it says, that a call of this origin needs consent. The
 * user's own calls need it if the tool says that it may delete or overwrite data, recorded ones
 * unless it says that it only reads or adds, others unless it says that it only reads.
 * @param definition an item of `tools/list`, not validated; undefined if the tool is not listed
 * @see https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations
 */
export function needsConsent(definition: unknown, origin: CallOrigin): boolean {
  switch (origin) {
    case "user":
      return isDestructiveTool(definition);
    case "recording":
      // by default, a tool may delete or overwrite data
      return (
        !isReadOnlyTool(definition) &&
        getOwn(getOwn(definition, "annotations"), "destructiveHint") !== false
      );
    case "foreign":
      return !isReadOnlyTool(definition);
  }
}
