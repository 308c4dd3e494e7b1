/** Answers an elicitation request: a form to fill in, or a URL to visit. */
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import type { InboxItem } from "../../store/inbox.ts";
import { FormRequest } from "./FormRequest.tsx";
import { UrlRequest } from "./UrlRequest.tsx";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation */
export function ElicitationRequest({ item }: { readonly item: InboxItem }) {
  const isUrl = getOwn(item.input.params, "mode") === "url";
  return isUrl ? <UrlRequest item={item} /> : <FormRequest item={item} />;
}
