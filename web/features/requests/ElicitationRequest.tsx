/** Answers an elicitation request: a form to fill in, or a URL to visit. */
import { useMemo, useState } from "react";
import { hostRemarks } from "../../../shared/core/text/hostRemarks.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { acceptDefaults } from "../../../shared/schema/plan/acceptDefaults.ts";
import { SchemaForm } from "../../form/SchemaForm.tsx";
import { useValidation } from "../../form/useValidation.ts";
import { hostRemarkText } from "../../messages/consentMessages.ts";
import type { InboxItem } from "../../stores/requests/inbox.ts";
import { Button } from "../../ui/Button.tsx";
import { GuardedButton } from "../../ui/overlays/GuardedButton.tsx";
import { oneLine } from "./jsonAnswer.ts";
import styles from "./RequestCard.module.css";
import { RequestCard } from "./RequestCard.tsx";

interface Props {
  readonly item: InboxItem;
}

/** @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation */
export function ElicitationRequest({ item }: Props) {
  const { mode } = (item.input.params ?? {}) as Record<string, unknown>;
  return mode === "url" ? <VisitQuestion item={item} /> : <FormQuestion item={item} />;
}

const refusals = [
  ["Decline", '{"action":"decline"}'],
  ["Cancel", '{"action":"cancel"}'],
] as const;

function Refusals({ item }: Props) {
  return refusals.map(([name, text]) => (
    <Button key={name} onPress={() => item.answer({ kind: "result", text })}>
      {name}
    </Button>
  ));
}

function FormQuestion({ item }: Props) {
  const { message, requestedSchema: asked } = (item.input.params ?? {}) as Record<string, unknown>;
  const requestedSchema = useMemo(() => closedSchema(asked), [asked]);
  const [content, setContent] = useState(() => acceptDefaults(requestedSchema));
  const { verdict } = useValidation(requestedSchema, content);
  const isReadable = verdict?.kind !== "unreadable";
  const accept = () =>
    item.answer({ kind: "result", text: `{"action":"accept","content":${oneLine(content)}}` });
  return (
    <RequestCard
      title="Elicitation request"
      item={item}
      actions={
        <>
          <Button variant="primary" isDisabled={!isReadable} onPress={accept}>
            Send response
          </Button>
          <Refusals item={item} />
        </>
      }
    >
      <p className={styles.message}>{String(message ?? "")}</p>
      <SchemaForm
        schema={requestedSchema}
        text={content}
        onTextChange={setContent}
        problems={verdict?.kind === "checked" ? verdict.problems : []}
        idPrefix={item.key}
      />
    </RequestCard>
  );
}

/** A response holds only the requested properties, although elicitation schemas need not forbid others. */
function closedSchema(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  return { additionalProperties: false, ...schema };
}

function VisitQuestion({ item }: Props) {
  const { message, url } = (item.input.params ?? {}) as Record<string, unknown>;
  const address = webAddress(url);
  const visit = () => {
    if (address) window.open(address.href, "_blank", "noopener,noreferrer");
    item.answer({ kind: "result", text: '{"action":"accept"}' });
  };
  return (
    <RequestCard
      title="Elicitation request"
      item={item}
      actions={
        <>
          <GuardedButton variant="primary" isDisabled={!address} onPress={visit}>
            Approve
          </GuardedButton>
          <Refusals item={item} />
        </>
      }
    >
      <p className={styles.message}>{String(message ?? "")}</p>
      <p>
        {address ? (
          <>
            Approving opens a page of <strong>{address.host}</strong> in a new tab. Nothing has been
            loaded from it yet. The complete URL:
          </>
        ) : (
          "This is not an http or https URL, so it is not opened:"
        )}
      </p>
      {address &&
        hostRemarks(address).map((remark) => (
          <p key={JSON.stringify(remark)}>
            <strong>{hostRemarkText(remark, address.host)}</strong>
          </p>
        ))}
      <code className={styles.address}>{escapeHidden(String(url))}</code>
    </RequestCard>
  );
}

/** Only http and https URLs are opened: other schemes could run code or reach local files. */
function webAddress(url: unknown): URL | undefined {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  return address.protocol === "https:" || address.protocol === "http:" ? address : undefined;
}
