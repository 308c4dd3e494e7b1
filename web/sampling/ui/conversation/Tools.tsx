/** Lists the tools that a sampling request offers to the model. */
import { useState } from "react";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { JsonBlock } from "./Block.tsx";
import styles from "./Conversation.module.css";
import { LongText } from "./LongText.tsx";
import { showHidden } from "./showHidden.ts";

/** More are counted, not listed. */
const shownTools = 100;

export function Tools({ tools }: { readonly tools: readonly unknown[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure title="Tools" hint={tools.length} level={4} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && (
        <ul className={styles.tools}>
          {tools.slice(0, shownTools).map((tool, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two tools of a request may have one name
            <li key={index}>
              <Tool tool={tool} />
            </li>
          ))}
          {tools.length > shownTools && (
            <li className={styles.muted}>and {formatCount(tools.length - shownTools, "other")}</li>
          )}
        </ul>
      )}
    </Disclosure>
  );
}

function Tool({ tool }: { readonly tool: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const name = textOfJson(getOwn(tool, "name") ?? "no name").slice(0, 200);
  const description = getOwn(tool, "description");
  return (
    <Disclosure title={showHidden(name)} level={4} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && (
        <div className={styles.card}>
          {typeof description === "string" && <LongText text={description} />}
          <JsonBlock value={tool} label={`Definition of ${name}`} />
        </div>
      )}
    </Disclosure>
  );
}
