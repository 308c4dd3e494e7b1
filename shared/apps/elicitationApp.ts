/** The app that a server names for an elicitation, by the draft SEP-3118. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { appExtension } from "../protocol/appExtension.ts";

/**
 * @param params of the `elicitation/create`
 * @param capabilities of the server that sent it
 * @returns the URI of the app; undefined for a form without one, and where the server has not
 *   declared that it names apps
 * @see https://github.com/modelcontextprotocol/modelcontextprotocol/pull/3118
 */
export function elicitationAppUri(params: unknown, capabilities: unknown): string | undefined {
  const mode = getOwn(params, "mode");
  const declared = getOwn(getOwn(capabilities, "extensions"), appExtension);
  const uri = getOwn(getOwn(getOwn(params, "_meta"), "ui"), "resourceUri");
  const isOfForm = mode === undefined || mode === "form";
  if (!isOfForm || !isJsonObject(getOwn(declared, "elicitation"))) return undefined;
  return typeof uri === "string" && uri.startsWith("ui://") ? uri : undefined;
}
