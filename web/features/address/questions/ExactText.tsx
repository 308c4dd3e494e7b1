/** Shows a text the user bases a decision on, with hidden and look-alike characters made visible. */
import { visibleText } from "../../../../shared/core/text/visibleText.ts";
import styles from "./Questions.module.css";

export function ExactText({ text }: { text: string }) {
  return visibleText(text).map((part, index) => {
    if (part.kind === "text") return part.text;
    const { text: written, count } = part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
      <mark key={index} className={styles.escape}>
        {written}
        {count > 1 && ` ×${count}`}
      </mark>
    );
  });
}
