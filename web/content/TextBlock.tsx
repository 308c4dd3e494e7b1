/** Shows a text block. */
import { JsonView } from "../editor/JsonView.tsx";
import { PlainText } from "../editor/PlainText.tsx";
import styles from "./Content.module.css";

/** Text that is a JSON object or array is formatted; tokens are unchanged. */
export function TextBlock({ text }: { text: string }) {
  return (
    <div className={styles.text}>
      {/^\s*[{[]/.test(text) ? (
        <JsonView text={text} label="Text" pretty />
      ) : (
        <PlainText text={text} label="Text" />
      )}
    </div>
  );
}
