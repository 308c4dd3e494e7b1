/** Tells requests of the modern era apart, and checks their headers, for each server of this repository. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { decodeHeaderValue, standardHeaders } from "../protocol/mcpHeaders.ts";
import { latest, modernErrors } from "../protocol/revisions.ts";
import { RpcError } from "./protocol.ts";

/** The name of a member of `_meta`. */
export const metaKey = (name: string) => `io.modelcontextprotocol/${name}`;

/** Whether a message belongs to this era. */
export function isModern(message: unknown): boolean {
  return (
    getOwn(getOwn(getOwn(message, "params"), "_meta"), metaKey("protocolVersion")) !== undefined
  );
}

/**
 * Why a request is refused before its method is looked at.
 * @param headers those of the request
 * @returns an error with its HTTP status; undefined if the headers fit the message
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#server-validation
 */
export function headerProblem(headers: Headers, message: JsonObject): RpcError | undefined {
  const meta = getOwn(message.params, "_meta");
  const requested = getOwn(meta, metaKey("protocolVersion"));
  if (requested !== latest.modern) {
    const data = { supported: [latest.modern], requested };
    return new RpcError(modernErrors.unsupportedVersion, "Unsupported protocol version", {
      status: 400,
      data,
    });
  }
  if (!isJsonObject(getOwn(meta, metaKey("clientCapabilities")))) {
    return new RpcError(-32602, "clientCapabilities is missing in _meta", { status: 400 });
  }
  for (const [name, value] of standardHeaders(message)) {
    const sent = headers.get(name);
    if (sent !== null && decodeHeaderValue(sent) === decodeHeaderValue(value)) continue;
    return new RpcError(modernErrors.headerMismatch, `${name} does not match the message`, {
      status: 400,
    });
  }
  return undefined;
}
