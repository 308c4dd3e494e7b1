/** Edits what a check of a saved call demands. */
import { useState } from "react";
import type { Assertion } from "../../../../shared/collections/collection.ts";
import { readRules } from "../../../../shared/collections/compare/rules.ts";
import { isJson } from "../../../../shared/core/json/tokenRanges.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { valueIn } from "../../store/collections/suggestedChecks.ts";
import { DraftField } from "./DraftField.tsx";
import styles from "./SavedCalls.module.css";

interface CheckFieldsProps {
  readonly assertion: Assertion;
  readonly resultText: string | undefined;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (assertion: Assertion) => void;
}

export function CheckFields({ isOpen, onOpen, ...props }: CheckFieldsProps) {
  const { kind } = props.assertion;
  if (kind === "fails" || kind === "fits-output-schema") return null;
  return (
    <Disclosure
      title={kind === "same" ? "What else is ignored" : "Edit check"}
      level={4}
      isOpen={isOpen}
      onOpenChange={onOpen}
      className={styles.checkFields}
    >
      {isOpen && (
        <Row gap={2} align="start">
          <Fields {...props} />
        </Row>
      )}
    </Disclosure>
  );
}

function Fields(props: Pick<CheckFieldsProps, "assertion" | "resultText" | "onChange">) {
  const { assertion, resultText, onChange } = props;
  /** How often the value was taken from another place of the result. */
  const [taken, setTaken] = useState(0);
  switch (assertion.kind) {
    case "equals":
    case "contains":
      return (
        <>
          <DraftField
            label="At (JSON Pointer)"
            initial={assertion.at}
            isValid={(at) => at === "" || at.startsWith("/")}
            problem="A JSON Pointer begins with /"
            onChange={(at) => {
              const moved = movedTo(assertion, at, resultText);
              if (moved.valueText !== assertion.valueText) setTaken(taken + 1);
              onChange(moved);
            }}
          />
          <DraftField
            key={taken}
            label="Value (JSON)"
            initial={assertion.valueText}
            isValid={isJson}
            problem="This is not JSON"
            onChange={(valueText) => onChange({ ...assertion, valueText })}
          />
        </>
      );
    case "faster-than":
      return (
        <DraftField
          label="Milliseconds"
          initial={String(assertion.ms)}
          isValid={(text) => Number(text) > 0 && Number.isFinite(Number(text))}
          problem="A number above 0"
          onChange={(text) => onChange({ ...assertion, ms: Number(text) })}
        />
      );
    case "same":
      return (
        <RulesField
          rules={assertion.except}
          onChange={(except) => onChange({ ...assertion, except })}
        />
      );
    default:
      return null;
  }
}

interface RulesFieldProps {
  readonly rules: readonly string[];
  readonly onChange: (rules: readonly string[]) => void;
}

/** What is ignored in a comparison besides times and ids. */
export function RulesField({ rules, onChange }: RulesFieldProps) {
  const [text, setText] = useState(rules.join("\n"));
  const { problems } = readRules(text);
  const lines = problems.map(({ line }) => line).join(", ");
  return (
    <TextArea
      label="Rules"
      description="Besides times and ids: JSON Pointers with * for a name and ** for any levels, or ~expressions~, one a line"
      isMono
      rows={4}
      className={styles.grow}
      value={text}
      onChange={setText}
      onBlur={() => {
        const all = text.split("\n").map((line) => line.trim());
        onChange(all.filter((line) => line !== "" && readRules(line).problems.length === 0));
      }}
      errorMessage={lines === "" ? undefined : `These lines are not rules: ${lines}.`}
    />
  );
}

type ValueAssertion = Extract<Assertion, { readonly at: string }>;

/** Another place of the result; a value that was taken from the result is taken from there. */
function movedTo(
  { at: before, ...assertion }: ValueAssertion,
  at: string,
  resultText: string | undefined,
): ValueAssertion {
  const { valueText } = assertion;
  const isTaken = valueText === '""' || valueText === valueIn(resultText, before);
  const value = isTaken ? valueIn(resultText, at) : undefined;
  return { ...assertion, at, valueText: value ?? valueText };
}
