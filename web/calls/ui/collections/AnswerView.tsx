/** The last answer of a call, the one that it was saved with, and what is different. */
import { ListChecks } from "lucide-react";
import { useState } from "react";
import type { Assertion } from "../../../../shared/collections/collection.ts";
import type { Comparison } from "../../../../shared/collections/compare/compareAnswers.ts";
import { textAt } from "../../../../shared/core/json/textAt.ts";
import { JsonExplorer } from "../../../content/json/JsonExplorer.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DiffTable } from "../../../ui/diff/DiffTable.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import type { ShownResult } from "../../messages/collectionMessages.ts";
import styles from "./SavedCalls.module.css";

interface AnswerViewProps {
  /** `{"result":…}` or `{"error":…}`; undefined before the first run. */
  readonly answerText: string | undefined;
  readonly result: ShownResult | undefined;
  readonly assertions: readonly Assertion[];
  /** Adds a check of a value of the answer. */
  readonly onCheck?: (assertion: Assertion) => void;
}

type Shown = "difference" | "now" | "then";

export function AnswerView({ answerText, result, assertions, onCheck }: AnswerViewProps) {
  const [chosen, choose] = useState<Shown>();
  const same = assertions.find(({ kind }) => kind === "same");
  const then = same?.kind === "same" ? same.valueText : undefined;
  const checks = result?.kind === "answered" ? result.checks : [];
  const comparison = checks.find((check) => check.comparison)?.comparison;
  const first: Shown =
    comparison && !comparison.isSame ? "difference" : answerText ? "now" : "then";
  const shown = chosen ?? first;
  return (
    <Stack as="section" gap={2}>
      <Row gap={2} wraps>
        <Heading level={3}>{shown === "difference" ? "Difference" : "Answer"}</Heading>
        <Text size="small" tone="muted" className={styles.grow}>
          {shown === "difference" && "Times and ids are ignored."}
        </Text>
        {then !== undefined && answerText !== undefined && (
          <RadioGroup<Shown>
            label="Answer to show"
            hideLabel
            look="segments"
            choices={[
              { id: "difference", label: "Difference", isDisabled: comparison === undefined },
              { id: "now", label: "Now" },
              { id: "then", label: "Then" },
            ]}
            value={shown}
            onChange={choose}
          />
        )}
      </Row>
      {shown === "difference" && comparison ? (
        <Difference comparison={comparison} />
      ) : shown === "then" && then !== undefined ? (
        <Answer text={then} label="Answer that was saved" />
      ) : (
        answerText !== undefined && (
          <Answer text={answerText} label="Result of the saved call" onCheck={onCheck} />
        )
      )}
    </Stack>
  );
}

function Difference({ comparison }: { comparison: Comparison }) {
  const { isSame, isExhausted, before, after } = comparison;
  if (isSame) return <Text as="p">The answers are the same.</Text>;
  return (
    <>
      {isExhausted && (
        <Text as="p">The answers are compared as they are: applying the rules takes too long.</Text>
      )}
      <DiffTable label="Answers" titles={["Then", "Now"]} before={before} after={after} />
    </>
  );
}

interface AnswerProps {
  readonly text: string;
  readonly label: string;
  readonly onCheck?: ((assertion: Assertion) => void) | undefined;
}

/** Pointers of checks begin at the result, so that is what is shown. */
function Answer({ text, label, onCheck }: AnswerProps) {
  const result = textAt(text, ["result"]);
  return (
    <JsonExplorer
      text={result ?? text}
      label={label}
      opensAsTree
      {...(result !== undefined &&
        onCheck && {
          actions: ({ pointer, text: value }) => (
            <Button
              size="small"
              variant="quiet"
              icon={ListChecks}
              onPress={() => onCheck({ kind: "equals", at: pointer, valueText: value() })}
            >
              Assert this value
            </Button>
          ),
        })}
    />
  );
}
