/** Copies a link that names the server and the selected item in plain parameters, and a badge for a README. */
import { formatDeepLink } from "../../../../shared/recording/deepLink.ts";
import type { Recording } from "../../../../shared/recording/recording.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import styles from "./ShareDialog.module.css";

/** @param props.base where the link points to, without fragment */
export function ServerLink({ recording, base }: { recording: Recording; base: string }) {
  const parameters = formatDeepLink(recording);
  if (parameters === undefined) return null;
  const link = `${base}#${parameters}`;
  const badge = `[![Open in MCP Playground](${new URL("badge.svg", base).href})](${link})`;
  return (
    <section aria-label="Link to this server" className={styles.section}>
      <p className={styles.words}>
        Names the server and the selected item. Whoever opens it is asked before anything is
        contacted.
      </p>
      <div className={styles.row}>
        <CopyButton text={link} label="Copy link to this server" />
        <CopyButton text={badge} label="Copy badge Markdown" />
        <img className={styles.badge} src="./badge.svg" alt="The badge" width={204} height={28} />
      </div>
    </section>
  );
}
