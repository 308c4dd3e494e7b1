/** Known causes of what a client has not done, with links to the threads that report them. */
import type { CauseStatement } from "../../../../shared/messages/clients/silenceCauseText.ts";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./ClientActs.module.css";

export function KnownCauses({ causes }: { readonly causes: readonly CauseStatement[] }) {
  return (
    <ul aria-label="Known causes" className={styles.causes}>
      {causes.map(({ sentence, sources }) => (
        <Text key={`${sentence} ${sources[0]?.url}`} as="li" size="small" tone="muted">
          {sentence}{" "}
          {sources.map(({ title, url, date }, index) => (
            <span key={url}>
              {index > 0 && ", "}
              <a href={url} target="_blank" rel="noreferrer" title={`${title}, ${date}`}>
                {title}
              </a>
            </span>
          ))}
        </Text>
      ))}
    </ul>
  );
}
