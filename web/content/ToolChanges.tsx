/** Shows how a tool differs from the definition that the user agreed to. */
import { membersOf } from "../../shared/core/json/jsonObject.ts";
import { jsonText } from "../../shared/core/text/textOfJson.ts";
import { definitionDifferences } from "../servers/store/catalog/definitionChanges.ts";
import { changeText } from "./changeMessages.ts";
import { ExactList } from "./ExactList.tsx";
import { ExactText } from "./ExactText.tsx";
import styles from "./ToolQuestion.module.css";

interface ToolChangesProps {
  /** The definitions; undefined where the server did not list the tool. */
  readonly before: unknown;
  readonly after: unknown;
}

/** UTF-16 code units of a change that are shown before the rest is asked for. */
const maxLength = 600;

export function ToolChanges({ before, after }: ToolChangesProps) {
  return (
    <ExactList
      noun="changes"
      className={styles.changes}
      items={changesOf(before, after).map((text) => (
        <li key={text}>
          <ExactText text={text} maxLength={maxLength} />
        </li>
      ))}
    />
  );
}

function changesOf(before: unknown, after: unknown): readonly string[] {
  if (before === undefined) return ["The server lists it now"];
  if (after === undefined) return ["The server does not list it any more"];
  const found = definitionDifferences(compared(before), compared(after));
  if (found.length === 0) return ["Its definition is written in another way"];
  return found.map((difference) => changeText(difference, true));
}

/** A definition without what is nested too deeply, which would hide its other changes. */
const compared = (definition: unknown) => membersOf(JSON.parse(jsonText(definition)));
