/** Shows one content block. */
import { membersOf } from "../../shared/core/json/jsonObject.ts";
import { jsonText, textOfJson } from "../../shared/core/text/textOfJson.ts";
import { JsonView } from "../editor/JsonView.tsx";
import { Media } from "./Media.tsx";
import { ResourceContents } from "./ResourceContents.tsx";
import { ResourceLink } from "./ResourceLink.tsx";
import { TextBlock } from "./TextBlock.tsx";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export function ContentBlock({ block }: { block: unknown }) {
  const { type, text, data, mimeType, resource } = membersOf(block);
  if (type === "text" && typeof text === "string") return <TextBlock text={text} />;
  if ((type === "image" || type === "audio") && typeof data === "string") {
    return <Media kind={type} base64={data} mimeType={textOfJson(mimeType ?? "")} />;
  }
  if (type === "resource") return <ResourceContents resource={resource} />;
  if (type === "resource_link") return <ResourceLink link={membersOf(block)} />;
  return <JsonView text={jsonText(block)} label="Content" pretty />;
}
