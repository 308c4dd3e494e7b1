/** What revision 2025-03-26 changes: audio, tool annotations, completions, batches. */
import { revision20241105 as base } from "./revision20241105.ts";
import {
  about,
  base64,
  boolean,
  extend,
  list,
  literal,
  map,
  object,
  type Revised,
  ref,
  revise,
  string,
  unionOf,
} from "./schema.ts";

const removed = ["Annotated"] as const;

const changes = {
  content: unionOf("TextContent", "ImageContent", "AudioContent", "EmbeddedResource"),
  samplingContent: unionOf("TextContent", "ImageContent", "AudioContent"),

  Annotations: ref("annotations"),
  AudioContent: object(
    { type: literal("audio"), data: base64, mimeType: string },
    { annotations: ref("annotations") },
  ),
  JSONRPCBatchRequest: list(unionOf("JSONRPCRequest", "JSONRPCNotification")),
  JSONRPCBatchResponse: list(unionOf("JSONRPCResponse", "JSONRPCError")),
  JSONRPCMessage: unionOf(
    "JSONRPCRequest",
    "JSONRPCNotification",
    "JSONRPCBatchRequest",
    "JSONRPCResponse",
    "JSONRPCError",
    "JSONRPCBatchResponse",
  ),
  ProgressNotification: extend(base.ProgressNotification, {
    params: extend(base.ProgressNotification.properties.params, {}, { message: string }),
  }),
  ServerCapabilities: extend(base.ServerCapabilities, {}, { completions: map() }),
  Tool: extend(base.Tool, {}, { annotations: ref("ToolAnnotations") }),
  ToolAnnotations: object(
    {},
    {
      title: string,
      readOnlyHint: about("Changes nothing; false unless given", boolean),
      destructiveHint: about("May destroy something; true unless given", boolean),
      idempotentHint: about("A second call changes nothing more; false unless given", boolean),
      openWorldHint: about("Reaches beyond what it knows; true unless given", boolean),
    },
  ),
};

export const revision20250326: Revised<typeof base, typeof changes, (typeof removed)[number]> =
  revise(base, changes, removed);
