/** Shows the difference of two answers. */
import { useState } from "react";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { DiffTable } from "../../../ui/diff/DiffTable.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import type { Generation } from "../../store/generations.ts";
import styles from "../generate/Generate.module.css";
import { textOfResult } from "../generate/resultText.ts";

interface Answer {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

export function AnswerDiff({ generations }: { readonly generations: readonly Generation[] }) {
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly [string?, string?]>([]);
  const answers = generations.flatMap(readAnswer);
  const [first, second] = [0, 1].map(
    (at) => answers.find(({ id }) => id === picked[at]) ?? answers[at],
  );
  if (!first || !second) return null;
  return (
    <Disclosure title="Difference" level={4} isOpen={isOpen} onOpenChange={setOpen}>
      {isOpen && (
        <div className={styles.mapping}>
          <div className={styles.bar}>
            <Select
              label="Answer"
              choices={answers}
              value={first.id}
              onChange={(id) => setPicked([id, second.id])}
            />
            <Select
              label="Compared with"
              choices={answers}
              value={second.id}
              onChange={(id) => setPicked([first.id, id])}
            />
          </div>
          <DiffTable
            label="Difference of the answers"
            titles={[first.label, second.label]}
            before={first.text}
            after={second.text}
          />
        </div>
      )}
    </Disclosure>
  );
}

function readAnswer({ id, model, end }: Generation, index: number): readonly Answer[] {
  if (!end) return [];
  const { outcome } = end;
  const result = outcome.kind === "reply" ? outcome.reply : outcome.partial;
  return result ? [{ id, label: `${index + 1}: ${model.name}`, text: textOfResult(result) }] : [];
}
