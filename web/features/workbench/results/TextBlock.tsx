/** A text from a result. */
import { JsonView } from "../../../editor/JsonView.tsx";
import { PlainText } from "../../../editor/PlainText.tsx";
import styles from "./ResultContent.module.css";

/** Text that is a JSON object or list is laid out as such; its characters stay what they are. */
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
