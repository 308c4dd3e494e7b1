/** The server's own words to models, framed, so that they are not mistaken for those of the page. */
import { useState } from "react";
import { Markdown } from "../../../content/Markdown.tsx";
import { formatSize } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import styles from "./Instructions.module.css";

/** Longer texts show their first lines until all are asked for. */
const maxLines = 6;
const maxLength = 480;

export function Instructions({ text }: { text: string }) {
  const isLong = text.length > maxLength || text.split("\n", maxLines + 1).length > maxLines;
  const [isWhole, setWhole] = useState(!isLong);
  return (
    <section aria-label="Instructions" className={styles.frame}>
      <header className={styles.head}>
        <Heading level={3}>Instructions</Heading>
        <span className={styles.size}>the server’s own words · {formatSize(text.length)}</span>
        {isLong && (
          <Button size="small" variant="quiet" onPress={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : "Show all"}
          </Button>
        )}
      </header>
      <div className={styles.text} data-cut={!isWhole || undefined}>
        <Markdown text={text} label="Instructions" />
      </div>
    </section>
  );
}
