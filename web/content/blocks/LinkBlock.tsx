/** Shows a resource link, which is read only when the user asks for it. */
import { textOfJson } from "../../../shared/core/text/textOfJson.ts";
import { formatSize } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { iconSource } from "../iconSource.ts";
import { Markdown } from "../Markdown.tsx";
import { BlockFrame } from "./BlockFrame.tsx";
import styles from "./Blocks.module.css";

interface LinkBlockProps {
  readonly type: string;
  readonly label: string;
  readonly uri: string;
  readonly facts: readonly string[];
  readonly metaText: string | undefined;
  readonly link: Readonly<Record<string, unknown>>;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#resource-links */
export function LinkBlock({ type, label, uri, facts, metaText, link }: LinkBlockProps) {
  const { view, invocations } = useStores();
  const { name, title, description, size } = link;
  const icon = iconSource(link);
  const selection = { kind: "resource", name: uri } as const;
  return (
    <BlockFrame
      type={type}
      label={label}
      facts={[...(typeof size === "number" ? [formatSize(size)] : []), ...facts]}
      file={undefined}
      metaText={metaText}
    >
      <div className={styles.link}>
        {icon && <img src={icon} alt="" className={styles.icon} />}
        <strong dir="auto">{textOfJson(title ?? name ?? uri)}</strong>
        <span className={styles.linkActions}>
          <Button size="small" onPress={() => invocations.invoke.open(selection)}>
            Read now
          </Button>
          <Button size="small" variant="quiet" onPress={() => view.openItem(selection)}>
            Open resource
          </Button>
        </span>
      </div>
      <p className={styles.uri}>{uri}</p>
      {typeof description === "string" && (
        <Markdown text={description} label={`Description of ${uri}`} />
      )}
    </BlockFrame>
  );
}
