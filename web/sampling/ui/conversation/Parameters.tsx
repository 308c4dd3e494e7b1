/** Shows the parameters of a sampling request besides its messages. */
import type { ShownRequest } from "../request/readRequest.ts";
import { JsonBlock } from "./Block.tsx";
import styles from "./Conversation.module.css";
import { showHidden } from "./showHidden.ts";

export function Parameters({ request }: { readonly request: ShownRequest }) {
  const { facts, rest } = request;
  return (
    <>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {showHidden(text)}
                {name === "includeContext" && text !== "none" && (
                  <span className={styles.remark}> (deprecated; no context is added here)</span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rest.map(([name, value]) => (
        <div key={name} className={styles.member}>
          <span className={styles.muted}>{showHidden(name.slice(0, 100))}</span>
          <JsonBlock value={value} label={name.slice(0, 100)} />
        </div>
      ))}
    </>
  );
}
