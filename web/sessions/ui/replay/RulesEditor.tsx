/** Edits the rules that say which parts of answers differ from call to call. */
import { useState } from "react";
import { defaultRules, type RuleProblem } from "../../../../shared/recording/replay/rules.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import styles from "./ReplayView.module.css";

interface Props {
  readonly text: string;
  readonly problems: readonly RuleProblem[];
  readonly onChange: (text: string) => void;
}

export function RulesEditor({ text, problems, onChange }: Props) {
  // compared again when the field loses the focus, not with every key
  const [draft, setDraft] = useState(text);
  const lines = problems.map(({ line }) => line).join(", ");
  return (
    <div className={styles.rules}>
      <TextArea
        label="Rules"
        description="One per line: a JSON Pointer, in which * is any part of a name and ** any number of levels, or a regular expression between ~ and ~."
        isMono
        rows={8}
        value={draft}
        onChange={setDraft}
        onBlur={() => onChange(draft)}
        {...(problems.length > 0 && { errorMessage: `These lines are not rules: ${lines}.` })}
      />
      <Button
        size="small"
        variant="quiet"
        onPress={() => {
          setDraft(defaultRules);
          onChange(defaultRules);
        }}
      >
        Restore the defaults
      </Button>
    </div>
  );
}
