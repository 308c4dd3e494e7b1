/** Replaces the server's address in its resource metadata: a client compares it with the tap's. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { asJsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";

/** @see https://www.rfc-editor.org/rfc/rfc9728#section-3 */
const wellKnown = "/.well-known/oauth-protected-resource";

/** Whether the answer is a document whose `resource` must match the address that the client uses. */
export function isResourceMetadata(path: string, answer: IncomingMessage): boolean {
  const { "content-encoding": coding = "identity" } = answer.headers;
  const isDocument = path === wellKnown || path.startsWith(`${wellKnown}/`);
  return isDocument && answer.statusCode === 200 && coding === "identity";
}

/** Sends the document with `resource` at the origin of the tap; anything else as it is. */
export async function rewriteMetadata(
  answer: IncomingMessage,
  response: ServerResponse,
  url: URL,
  own: string,
): Promise<void> {
  try {
    const bytes = await buffer(answer);
    const document = asJsonObject(parseJsonObject(`${bytes}`));
    const resource = document?.resource;
    const isServers = typeof resource === "string" && URL.parse(resource)?.origin === url.origin;
    response.end(
      isServers
        ? JSON.stringify({ ...document, resource: own + resource.slice(url.origin.length) })
        : bytes,
    );
  } catch {
    response.destroy();
  }
}
