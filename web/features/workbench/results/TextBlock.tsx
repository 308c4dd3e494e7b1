/** Shows a text block. */
import { JsonView } from "../../../editor/JsonView.tsx";
import { PlainText } from "../../../editor/PlainText.tsx";
import styles from "./ResultContent.module.css";

/** Text that is a JSON object or array is formatted; tokens are unchanged. */
export function TextBlock({ text }: { text: string }) {
  const isJson = /^\s*[{[]/.test(text) && parses(text);
  return (
    <div className={styles.text}>
      {isJson ? (
        <JsonView text={text} label="Text" pretty />
      ) : (
        <PlainText text={text} label="Text" />
      )}
    </div>
  );
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
