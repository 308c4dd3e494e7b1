/** What else is known of an app: findings, its metadata, and what it sent to the chat and to the model. */
import { defaultAppLimits } from "../../../shared/apps/bridgeTypes.ts";
import { appFindingText } from "../../../shared/messages/appFindingText.ts";
import { JsonView } from "../../editor/JsonView.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { distinctFindings } from "../messages/appSteps.ts";
import { limitsText } from "../messages/appTexts.ts";
import type { AppState } from "../store/appState.ts";
import type { AppConversation } from "../store/runningAppTypes.ts";
import styles from "./AppNotes.module.css";

interface AppNotesProps {
  readonly state: AppState;
  /** Undefined where a conversation gets the content anyway. */
  readonly onSendToChat: AppConversation["add"] | undefined;
}

export function AppNotes({ state, onSendToChat }: AppNotesProps) {
  const { resource, messages, modelContext, policy } = state;
  const document = resource?.kind === "document" ? resource.document : undefined;
  const findings = distinctFindings(state);
  return (
    <>
      {findings.length > 0 && (
        <Stack gap={1}>
          <Row>
            <Heading level={4}>Findings</Heading>
            <Badge>{findings.length}</Badge>
          </Row>
          <Stack as="ul" gap={1} aria-label="Findings of the app">
            {findings.map(({ finding, count }) => (
              <li key={finding.code} className={styles.finding}>
                <StateGlyph
                  state={finding.severity === "violation" ? "failed" : "warning"}
                  label={finding.severity}
                />
                <span>
                  {appFindingText(finding)}
                  {count > 1 && ` (${count} times)`}{" "}
                  <a href={finding.specUrl} target="_blank" rel="noreferrer">
                    Specification
                  </a>
                </span>
              </li>
            ))}
          </Stack>
        </Stack>
      )}
      {state.console.length > 0 && (
        <Disclosure title={`Console (${state.console.length})`} level={4}>
          <Stack as="ul" gap={1} aria-label="Console of the app">
            {state.console.map(({ level, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are only added
              <li key={at} className={styles.finding}>
                <StateGlyph state={level === "error" ? "failed" : "warning"} label={level} />
                <code>{text}</code>
              </li>
            ))}
          </Stack>
        </Disclosure>
      )}
      {messages.map((content, at) => (
        <Sent
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only added
          key={at}
          title="Message to the chat"
          text={JSON.stringify(content, undefined, 2)}
          onSend={onSendToChat && (() => onSendToChat("message", content))}
        />
      ))}
      {modelContext && (
        <Sent
          title="Told to the model"
          text={modelContext.text}
          onSend={onSendToChat && (() => onSendToChat("context", modelContext.content))}
        />
      )}
      {document && (
        <Disclosure title="Metadata, policy and limits" level={4}>
          <Stack gap={2}>
            {document.differs.length > 0 && (
              <Text tone="warning" size="small">
                The list and the content differ in {document.differs.join(", ")}; the content
                counts.
              </Text>
            )}
            <Meta title="_meta.ui of the content" value={document.onContent} />
            <Meta title="_meta.ui in the list" value={document.onList} />
            {policy && (
              <Text isMono as="p" className={styles.policy}>
                {policy.text}
              </Text>
            )}
            <Text size="small">{limitsText(defaultAppLimits)}</Text>
          </Stack>
        </Disclosure>
      )}
    </>
  );
}

interface SentProps {
  readonly title: string;
  readonly text: string;
  readonly onSend: (() => void) | undefined;
}

function Sent({ title, text, onSend }: SentProps) {
  return (
    <Stack gap={1}>
      <Row>
        <Heading level={4}>{title}</Heading>
        <CopyButton
          text={text}
          isShort
          size="small"
          label={`Copy ${title.toLowerCase()}`}
          variant="quiet"
        />
        {onSend && (
          <Button size="small" variant="quiet" onPress={onSend}>
            Send to Chat
          </Button>
        )}
      </Row>
      <JsonView text={text} label={title} maxHeight="12rem" />
    </Stack>
  );
}

function Meta({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <Stack gap={1}>
      <Text size="small" tone="muted">
        {title}
        {value === undefined && ": none"}
      </Text>
      {value !== undefined && (
        <JsonView text={JSON.stringify(value)} label={title} pretty maxHeight="10rem" />
      )}
    </Stack>
  );
}
