/** Shows the contents of a resource, text or binary. */
import { fromBase64 } from "../../shared/core/base64.ts";
import { membersOf } from "../../shared/core/json/jsonObject.ts";
import { jsonText, textOfJson } from "../../shared/core/text/textOfJson.ts";
import { JsonView } from "../editor/JsonView.tsx";
import { Notice } from "../ui/Notice.tsx";
import styles from "./Content.module.css";
import { Media } from "./Media.tsx";
import { TextBlock } from "./TextBlock.tsx";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-contents */
export function ResourceContents({ resource }: { resource: unknown }) {
  const { uri, mimeType, text, blob } = membersOf(resource);
  const type = typeof mimeType === "string" ? mimeType : "";
  return (
    <section aria-label={`Resource ${textOfJson(uri)}`} className={styles.part}>
      <p className={styles.uri} style={{ margin: 0 }}>
        {textOfJson(uri)} {type && <span className={styles.muted}>{type}</span>}
      </p>
      {typeof text === "string" ? (
        <TextBlock text={text} />
      ) : typeof blob !== "string" ? (
        <JsonView text={jsonText(resource)} label="Resource" pretty />
      ) : type.startsWith("image/") || type.startsWith("audio/") ? (
        <Media kind={type.startsWith("image/") ? "image" : "audio"} base64={blob} mimeType={type} />
      ) : (
        <Blob base64={blob} mimeType={type} />
      )}
    </section>
  );
}

function Blob({ base64, mimeType }: { base64: string; mimeType: string }) {
  const bytes = fromBase64(base64);
  if (!bytes) {
    return (
      <Notice severity="warning" title="The blob is not base64">
        The message contains it as received.
      </Notice>
    );
  }
  const readable = /^text\/|json|xml/.test(mimeType) ? new TextDecoder().decode(bytes) : undefined;
  return readable === undefined ? (
    <p className={styles.muted}>{bytes.byteLength.toLocaleString("en")} bytes</p>
  ) : (
    <TextBlock text={readable} />
  );
}
