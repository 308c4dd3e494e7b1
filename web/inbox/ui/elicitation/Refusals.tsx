/** The buttons that answer an elicitation request without accepting it. */

import { Button } from "../../../ui/Button.tsx";
import type { InboxItem } from "../../store/inbox.ts";

const refusals = [
  ["Decline", '{"action":"decline"}'],
  ["Cancel", '{"action":"cancel"}'],
] as const;

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#response-actions */
export function Refusals({ item }: { readonly item: InboxItem }) {
  return refusals.map(([name, text]) => (
    <Button key={name} onPress={() => item.answer({ kind: "result", text })}>
      {name}
    </Button>
  ));
}
