/** Shows a sampling request as a conversation, and edits it as a form or as JSON. */
import { useDeferredValue, useMemo, useState } from "react";
import { JsonView } from "../../../editor/JsonView.tsx";
import { SchemaEditor } from "../../../form/SchemaEditor.tsx";
import { SchemaForm } from "../../../form/SchemaForm.tsx";
import { useValidation } from "../../../form/useValidation.ts";
import { formatSize } from "../../../messages/quantities.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { Conversation } from "../conversation/Conversation.tsx";
import { paramsFormSchema, paramsSchema } from "./paramsSchema.ts";
import styles from "./RequestPanel.module.css";
import { parseParams, readRequest } from "./readRequest.ts";

interface RequestPanelProps {
  /** Unique on the page. */
  readonly id: string;
  /** The params as JSON text. */
  readonly text: string;
  /** The revision that they follow. */
  readonly revision: string;
  readonly onChange: (text: string) => void;
  /** Reverts every change; absent if nothing was changed or received. */
  readonly onReset?: (() => void) | undefined;
  readonly startsWith?: Tab;
}

type Tab = "conversation" | "form" | "json";

/** Longer texts are shown, and edited only on request: each key press would be slow. */
const maxEditedLength = 1_000_000;

export function RequestPanel(props: RequestPanelProps) {
  const { text, onReset } = props;
  const [tab, setTab] = useState<Tab>(props.startsWith ?? "conversation");
  const [isLargeEdited, setLargeEdited] = useState(false);
  const isTooLarge = text.length > maxEditedLength && !isLargeEdited;
  const large = <LargeText text={text} onEdit={() => setLargeEdited(true)} />;
  return (
    <Stack>
      <Tabs<Tab>
        label="Request as"
        tabs={[
          { id: "conversation", label: "Conversation", content: <ConversationTab text={text} /> },
          { id: "form", label: "Form", content: isTooLarge ? large : <FormTab {...props} /> },
          { id: "json", label: "JSON", content: isTooLarge ? large : <JsonTab {...props} /> },
        ]}
        value={tab}
        onChange={setTab}
        className={styles.tabs}
        actions={
          onReset && (
            <Button size="small" variant="quiet" onPress={onReset}>
              Reset to what the server sent
            </Button>
          )
        }
      />
      {onReset && (
        <Text as="p" tone="muted" size="small">
          Edited for a model to answer. The request of the server stays as it is in Traffic.
        </Text>
      )}
    </Stack>
  );
}

function ConversationTab({ text }: { readonly text: string }) {
  const deferred = useDeferredValue(text);
  const request = useMemo(() => {
    const params = parseParams(deferred);
    return params && readRequest(params);
  }, [deferred]);
  return (
    <Stack className={styles.content}>
      {request ? (
        <Conversation request={request} />
      ) : (
        <Notice severity="warning" title="The request is not a JSON object" isLive={false}>
          Correct it under JSON.
        </Notice>
      )}
    </Stack>
  );
}

function FormTab({ id, text, revision, onChange }: RequestPanelProps) {
  const schema = paramsFormSchema(revision);
  const { verdict } = useValidation(schema, text);
  return (
    <Stack className={styles.content}>
      <SchemaForm
        key={revision}
        schema={schema}
        text={text}
        onTextChange={onChange}
        problems={verdict?.kind === "checked" ? verdict.problems : []}
        idPrefix={`${id}-request`}
      />
    </Stack>
  );
}

function JsonTab({ id, text, revision, onChange }: RequestPanelProps) {
  return (
    <Stack gap={0} className={styles.editor}>
      <SchemaEditor
        label="Request params"
        value={text}
        onChange={onChange}
        schema={paramsSchema(revision)}
        uri={`${id}-request`}
        minHeight="16rem"
      />
    </Stack>
  );
}

function LargeText({ text, onEdit }: { readonly text: string; readonly onEdit: () => void }) {
  return (
    <Stack className={styles.content}>
      <Text as="p" tone="muted" size="small">
        The request is large ({formatSize(text.length)}), so editing it is slow.{" "}
        <Button size="small" onPress={onEdit}>
          Edit it anyway
        </Button>
      </Text>
      <JsonView text={text} label="Request" pretty maxHeight="24rem" />
    </Stack>
  );
}
