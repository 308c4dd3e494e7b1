/** Explains why a listed tool must not be called over this transport. */
import type { BrokenAnnotation } from "../../../shared/protocol/paramHeaders.ts";
import { Notice } from "../../ui/Notice.tsx";

const reasons: Readonly<Record<BrokenAnnotation["reason"], string>> = {
  empty: "its name is empty",
  "not-a-token": "its name is not a valid header token",
  "not-unique": "another parameter has the same name, ignoring case",
  "not-primitive": "only strings, integers and booleans can be mirrored",
  "not-reachable": "only parameters that are reached through properties alone can be mirrored",
};

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#schema-extension */
export function BrokenTool({ broken }: { broken: BrokenAnnotation }) {
  return (
    <Notice severity="warning" title="Clients must ignore this tool" isLive={false}>
      The x-mcp-header at <code>{broken.pointer}</code> breaks a rule: {reasons[broken.reason]}.
      Correct it in the tool's inputSchema; until then conforming clients do not offer the tool over
      HTTP. What you send here is sent anyway.
    </Notice>
  );
}
