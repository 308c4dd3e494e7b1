/** Shows a resource link in a result. */
import { textOfJson } from "../../shared/core/text/textOfJson.ts";
import { useStores } from "../stores/StoresContext.tsx";
import { Button } from "../ui/Button.tsx";
import styles from "./Content.module.css";

/** The link is shown and never followed automatically. */
export function ResourceLink({ link }: { link: Readonly<Record<string, unknown>> }) {
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
