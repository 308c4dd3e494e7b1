/** Shows one content block. */

import { fromBase64 } from "../../shared/core/base64.ts";
import { membersOf } from "../../shared/core/json/jsonObject.ts";
import { jsonText, textOfJson } from "../../shared/core/text/textOfJson.ts";
import { JsonView } from "../editor/JsonView.tsx";
import { useStores } from "../stores/StoresContext.tsx";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import styles from "./Content.module.css";
import { Media } from "./Media.tsx";
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

/** The link is shown and never followed automatically. */
function ResourceLink({ link }: { link: Readonly<Record<string, unknown>> }) {
  const { view, invocations } = useStores();
  const { uri, name, title, description, mimeType } = link;
  const open = () => {
    view.openItem({ kind: "resource", name: textOfJson(uri) });
    invocations.invoke.readOpened();
  };
  return (
    <div className={styles.link}>
      <strong>{textOfJson(title ?? name ?? uri)}</strong>
      <span className={styles.uri}>{textOfJson(uri)}</span>
      {typeof description === "string" && <span className={styles.muted}>{description}</span>}
      {typeof mimeType === "string" && <span className={styles.muted}>{mimeType}</span>}
      <span>
        <Button size="small" onPress={open}>
          Open resource
        </Button>
      </span>
    </div>
  );
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#resource-contents */
function ResourceContents({ resource }: { resource: unknown }) {
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
