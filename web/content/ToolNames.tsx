/** Lists the tools that a question is about. */
import { ExactList } from "./ExactList.tsx";
import { ExactText } from "./ExactText.tsx";
import styles from "./ToolNames.module.css";

export function ToolNames({ names }: { names: readonly string[] }) {
  return (
    <ExactList
      noun="tools"
      className={styles.names}
      items={[...new Set(names)].map((name) => (
        <li key={name}>
          <code>
            <ExactText text={name} maxLength={400} />
          </code>
        </li>
      ))}
    />
  );
}
