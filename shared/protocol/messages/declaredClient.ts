/** Reads from the parameters of a request what its client declares. */
import { asJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";

/** What a request says about its client: `initialize` once, requests of the modern era each. */
export function declaredIn(method: string, params: JsonObject | undefined) {
  const meta = asJsonObject(params?._meta);
  const of = (name: string) => meta?.[`io.modelcontextprotocol/${name}`];
  const hello = method === "initialize" ? params : undefined;
  const clientInfo = asJsonObject(hello?.clientInfo ?? of("clientInfo"));
  const capabilities = asJsonObject(hello?.capabilities ?? of("clientCapabilities"));
  const revision = hello?.protocolVersion ?? of("protocolVersion");
  return {
    ...(clientInfo ? { clientInfo } : {}),
    ...(typeof revision === "string" ? { revision } : {}),
    ...(capabilities ? { capabilities } : {}),
  };
}
