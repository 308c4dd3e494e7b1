/** Answers a request for data: as a form, or as the same JSON text. */
import { type ReactNode, useMemo, useRef, useState } from "react";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { requestedSchemaFaults } from "../../../../shared/protocol/requestedSchema.ts";
import { fitsEditor } from "../../../../shared/schema/editorBudget.ts";
import type { ValueProblem } from "../../../../shared/schema/validate/problems.ts";
import cardStyles from "../../../content/RequestCard.module.css";
import { RequestCard } from "../../../content/RequestCard.tsx";
import { uncheckedText } from "../../../form/messages/valueProblemMessages.ts";
import { ProblemSummary } from "../../../form/ProblemSummary.tsx";
import { SchemaEditor } from "../../../form/SchemaEditor.tsx";
import { SchemaForm } from "../../../form/SchemaForm.tsx";
import { useRevealFirstProblem } from "../../../form/useRevealFirstProblem.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { requestMessageText, schemaFaultText } from "../../messages/elicitationMessages.ts";
import type { ElicitationDraft } from "../../store/elicitation/elicitationDrafts.ts";
import type { InboxItem } from "../../store/inbox.ts";
import styles from "./Elicitation.module.css";
import { Refusals } from "./Refusals.tsx";
import { type FormAnswer, useFormAnswer } from "./useFormAnswer.ts";

interface FormRequestProps {
  readonly item: InboxItem;
  /** Above the form. */
  readonly app: ReactNode;
}

export function FormRequest({ item, app }: FormRequestProps) {
  const answer = useFormAnswer(item);
  const { draft, verdict, previous } = answer;
  return (
    <RequestCard
      title="Elicitation request"
      item={item}
      onSubmit={() => answer.send(answer.isInvalid)}
      actions={<Actions item={item} answer={answer} />}
    >
      <p dir="auto" className={cardStyles.message}>
        {requestMessageText(getOwn(item.input.params, "message"))}
      </p>
      {app}
      <SchemaFaults schema={getOwn(item.input.params, "requestedSchema")} />
      {previous !== undefined && !item.ended && (
        <Row as="p" wraps className={styles.previous}>
          You answered this before.{" "}
          <Button size="small" onPress={() => answer.change({ text: previous })}>
            Use the previous answer
          </Button>
        </Row>
      )}
      <Tabs<ElicitationDraft["tab"]>
        label="Response as"
        value={draft.tab}
        onChange={(tab) => answer.change({ tab })}
        className={styles.tabs}
        tabs={[
          { id: "form", label: "Form", content: <FormTab item={item} answer={answer} /> },
          { id: "json", label: "JSON", content: <JsonTab answer={answer} /> },
        ]}
      />
      {verdict?.kind === "unchecked" && <p className={styles.note}>{uncheckedText(verdict)}</p>}
    </RequestCard>
  );
}

function FormTab({ item, answer }: { readonly item: InboxItem; readonly answer: FormAnswer }) {
  const { verdict } = answer;
  return (
    <div className={styles.tab}>
      <SchemaForm
        schema={answer.schema}
        text={answer.draft.text}
        onTextChange={(text) => answer.change({ text })}
        problems={verdict?.kind === "checked" ? verdict.problems : []}
        idPrefix={item.key}
        isEdited={answer.isEdited}
        isAttempted={answer.draft.isAttempted ?? false}
        onEnter={() => answer.send(answer.isInvalid)}
      />
    </div>
  );
}

const noProblems: readonly ValueProblem[] = [];
const noneFound = { problems: noProblems, more: undefined };

function JsonTab({ answer }: { readonly answer: FormAnswer }) {
  const { schema, verdict } = answer;
  const isFollowed = useMemo(() => fitsEditor(schema), [schema]);
  return (
    <div className={styles.tab}>
      <SchemaEditor
        label="Response"
        value={answer.draft.text}
        onChange={(text) => answer.change({ text })}
        schema={isFollowed ? schema : undefined}
        problems={verdict?.kind === "checked" ? verdict.problems : noProblems}
        minHeight="8rem"
      />
    </div>
  );
}

function Actions({ item, answer }: { readonly item: InboxItem; readonly answer: FormAnswer }) {
  const { verdict, isInvalid, draft, schema } = answer;
  const { problems, more } = verdict?.kind === "checked" ? verdict : noneFound;
  const [showsProblems, setShowsProblems] = useState(false);
  const formPrefix = draft.tab === "form" ? item.key : undefined;
  useRevealFirstProblem(draft.isAttempted === true, problems, formPrefix, () =>
    setShowsProblems(true),
  );
  const isUnreadable = verdict?.kind === "unreadable";
  // the verdict may come, and the label change, while the button is being pressed
  const isAnyway = useRef(false);
  return (
    <>
      {isInvalid && (
        <Disclosure
          title={`${formatCount(problems.length + (more ?? 0), "problem")} with the response`}
          level={4}
          isOpen={showsProblems}
          onOpenChange={setShowsProblems}
          className={styles.problems}
        >
          {showsProblems && (
            <ProblemSummary
              problems={problems}
              more={more}
              idPrefix={item.key}
              schema={schema}
              text={draft.text}
            />
          )}
        </Disclosure>
      )}
      {isUnreadable && (
        <p className={styles.problems}>
          The response is not valid JSON, so it would break the message around it.
        </p>
      )}
      <Button
        variant={isInvalid ? "default" : "primary"}
        isDisabled={isUnreadable}
        onPressStart={() => {
          isAnyway.current = isInvalid;
        }}
        onPress={() => answer.send(isAnyway.current)}
      >
        {isInvalid ? "Send anyway" : "Send response"}
      </Button>
      <Refusals item={item} />
    </>
  );
}

/** A form that the specification does not allow can be answered anyway. */
function SchemaFaults({ schema }: { readonly schema: unknown }) {
  const faults = useMemo(() => requestedSchemaFaults(schema), [schema]);
  if (faults.length === 0) return null;
  return (
    <Notice
      severity="info"
      isLive={false}
      title="The server asks with a schema that the specification does not allow; many clients refuse it"
    >
      <ul className={styles.faults}>
        {faults.map((fault) => (
          <li key={JSON.stringify(fault)}>{schemaFaultText(fault)}</li>
        ))}
      </ul>
    </Notice>
  );
}
