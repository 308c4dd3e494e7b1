/** Shows the arguments as Form, JSON and Raw; switching never loses or changes a value. */
import { useMemo } from "react";
import { fitsEditor } from "../../../../shared/schema/editorBudget.ts";
import type { ValueProblem } from "../../../../shared/schema/validate/problems.ts";
import type { Complete } from "../../../form/completion.ts";
import { uncheckedText } from "../../../form/messages/valueProblemMessages.ts";
import { SchemaEditor } from "../../../form/SchemaEditor.tsx";
import { SchemaForm } from "../../../form/SchemaForm.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import type { Callable } from "../../store/callable.ts";
import type { Draft } from "../../store/drafts.ts";
import { useMessageHelp } from "../useMessageHelp.tsx";
import styles from "./ArgumentsPane.module.css";
import type { ItemRun } from "./useItemRun.ts";

const noProblems: readonly ValueProblem[] = [];

/** Minimum heights of the editor and of the result. */
const editorHeight = "var(--editor-height)";

interface ArgumentsPaneProps {
  readonly callable: Callable;
  readonly state: ItemRun;
  /** Completes the arguments in the form. */
  readonly complete: Complete | undefined;
}

export function ArgumentsPane({ callable, state, complete }: ArgumentsPaneProps) {
  const { draft, change } = state;
  const { schema } = callable;
  const raw = { id: "raw" as const, label: "Raw", content: <RawTab state={state} /> };
  const tabs =
    schema === undefined
      ? [
          { id: "form" as const, label: "Form", content: <NothingToFillIn callable={callable} /> },
          raw,
        ]
      : [
          {
            id: "form" as const,
            label: "Form",
            content: (
              <FormTab schema={schema} state={state} callable={callable} complete={complete} />
            ),
          },
          {
            id: "json" as const,
            label: "JSON",
            content: <JsonTab schema={schema} state={state} />,
          },
          raw,
        ];
  return (
    <Tabs<Draft["tab"]>
      label="Arguments as"
      tabs={tabs}
      value={schema === undefined && draft.tab === "json" ? "form" : draft.tab}
      onChange={(tab) => change({ tab })}
      className={styles.tabs}
    />
  );
}

function NothingToFillIn({ callable }: Pick<ArgumentsPaneProps, "callable">) {
  return (
    <div className={styles.form}>
      <p className={styles.note}>
        {callable.method === "resources/read"
          ? "A resource is read when it is opened."
          : "It takes no arguments."}
      </p>
    </div>
  );
}

interface TabProps {
  readonly schema: unknown;
  readonly state: ItemRun;
}

function FormTab({
  schema,
  state,
  callable,
  complete,
}: TabProps & Pick<ArgumentsPaneProps, "callable" | "complete">) {
  const { draft, verdict, change } = state;
  if (draft.whole !== undefined) return <KeptWhole state={state} />;
  return (
    <div className={styles.form}>
      <SchemaForm
        schema={schema}
        text={draft.argumentsText}
        onTextChange={(argumentsText) => change({ argumentsText })}
        problems={verdict?.kind === "checked" ? verdict.problems : []}
        complete={complete}
        isEdited={state.isEdited}
        isAttempted={state.isAttempted || state.current !== undefined}
        onEnter={state.run}
      />
      {callable.uriOf && <UriPreview uri={callable.uriOf(draft.argumentsText)} />}
      {verdict?.kind === "unchecked" && <p className={styles.note}>{uncheckedText(verdict)}</p>}
    </div>
  );
}

/** UTF-16 code units of a URI that are shown. */
const maxShownLength = 4000;

/** The URI that is read with the current arguments. */
function UriPreview({ uri }: { uri: string }) {
  return (
    <p className={styles.uri}>
      URI{" "}
      <code dir="ltr" translate="no">
        {uri.slice(0, maxShownLength)}
        {uri.length > maxShownLength && "…"}
      </code>
    </p>
  );
}

function JsonTab({ schema, state }: TabProps) {
  const { draft, verdict, change } = state;
  const isFollowed = useMemo(() => fitsEditor(schema), [schema]);
  if (draft.whole !== undefined) return <KeptWhole state={state} />;
  return (
    <div className={styles.editor}>
      {!isFollowed && (
        <p className={styles.note}>
          The schema is too large for completion here. The arguments are still checked against it.
        </p>
      )}
      <SchemaEditor
        label="Arguments"
        value={draft.argumentsText}
        onChange={(argumentsText) => change({ argumentsText })}
        schema={isFollowed ? schema : undefined}
        problems={verdict?.kind === "checked" ? verdict.problems : noProblems}
        minHeight={editorHeight}
      />
    </div>
  );
}

function RawTab({ state }: { state: ItemRun }) {
  const { draft, request, change, changeRequest } = state;
  const isChanged = draft.envelope !== undefined || draft.whole !== undefined;
  const [help, helpLoader] = useMessageHelp();
  return (
    <div className={styles.editor}>
      {helpLoader}
      {isChanged && (
        <p className={styles.note}>
          {draft.whole === undefined
            ? "Edited outside the arguments; sent as written."
            : "Sent as written; no arguments can be read from it."}{" "}
          <Button
            size="small"
            variant="quiet"
            onPress={() => change({ envelope: undefined, whole: undefined })}
          >
            Undo these changes
          </Button>
        </p>
      )}
      <SchemaEditor
        label="Request"
        value={request}
        onChange={changeRequest}
        schema={help?.schema}
        minHeight={editorHeight}
      />
    </div>
  );
}

function KeptWhole({ state }: { state: ItemRun }) {
  return (
    <div className={styles.form}>
      <Notice
        severity="info"
        title="The request was edited under Raw"
        actions={
          <Button size="small" onPress={() => state.change({ whole: undefined })}>
            Return to the arguments
          </Button>
        }
      >
        No arguments can be read from it, so none are shown here. It is sent as written.
      </Notice>
    </div>
  );
}
