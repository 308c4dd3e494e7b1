/** A call that a model chose: its arguments, the question whether it may run, and its result. */
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { tookMs } from "../../../shared/client/callTimes.ts";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import { callsOf } from "../../calls/store/calls.ts";
import { itemKey } from "../../calls/store/drafts.ts";
import type { Run } from "../../calls/store/run.ts";
import { ResultBlock } from "../../content/blocks/ResultBlock.tsx";
import { ExactText } from "../../content/ExactText.tsx";
import { JsonExplorer } from "../../content/json/JsonExplorer.tsx";
import { ToolChanges } from "../../content/ToolChanges.tsx";
import { JsonView } from "../../editor/JsonView.tsx";
import { formatMs, formatWait } from "../../messages/quantities.ts";
import { useOwnerName } from "../../servers/hooks/useOpenServers.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { useNow } from "../../stores/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { GuardedButton } from "../../ui/overlays/GuardedButton.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { type State, StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { askReasonText } from "../messages/chatMessages.ts";
import { type ApprovalAnswer, questionKey } from "../store/chatTurns.ts";
import type { ChatCall } from "../store/conversation.ts";
import styles from "./Chat.module.css";
import type { ChatProps } from "./chatProps.ts";

interface ToolCallProps extends ChatProps {
  readonly conversationId: string;
  /** The model that chose the call. */
  readonly modelName: string;
  readonly call: ChatCall;
  /** Shown below the result. */
  readonly children: ReactNode;
}

/** Characters that are shown on one line. */
const shortArguments = 60;

export function ToolCall({ chats, conversationId, modelName, call, children }: ToolCallProps) {
  const { offeredName, tool, input, state } = call;
  const owner = useOwnerName(tool?.serverId ?? "");
  const question = useStore(chats.turns, ({ asked }) =>
    asked.get(questionKey(conversationId, call.id)),
  );
  const answer = (choice: ApprovalAnswer) => () =>
    chats.turns.answer(conversationId, call.id, choice);
  return (
    <Stack
      as="section"
      aria-label={`Call of ${offeredName}`}
      data-asks={state.kind === "asks" || undefined}
      className={styles.call}
    >
      <Row wraps as="header">
        <StateGlyph state={glyphOf(call)} />
        {state.kind === "asks" && (
          <Text weight="strong">May {exactLine(modelName)} call this?</Text>
        )}
        <Text isMono weight="strong">
          <ExactText text={tool?.name ?? offeredName} maxLength={200} />
        </Text>
        {owner !== undefined && <Text tone="muted">{owner}</Text>}
        <span className={styles.gap} />
        {question && <Waited since={question.askedAt} />}
        {state.kind === "done" && <Took call={call} />}
        {state.kind !== "asks" && <OpenCall call={call} />}
      </Row>
      {state.kind === "asks" && isFlat(input) ? (
        <dl aria-label="Arguments" className={styles.arguments}>
          {Object.entries(input).map(([key, value]) => (
            <div key={key}>
              <Text as="dt" tone="muted">
                <ExactText text={key} maxLength={200} />
              </Text>
              <Text as="dd" isMono>
                <ExactText text={jsonText(value)} maxLength={2000} />
              </Text>
            </div>
          ))}
        </dl>
      ) : (
        <JsonView
          text={jsonText(input)}
          label="Arguments"
          pretty={jsonText(input).length > shortArguments}
          maxHeight="12rem"
        />
      )}
      {state.kind === "asks" && (
        // the buttons of another question are available later
        <Stack key={question?.key}>
          {state.reason !== "changed" && <Text>{askReasonText(state.reason)}</Text>}
          {question?.change && (
            <div>
              <Text>{askReasonText("changed")}</Text>
              <ToolChanges {...question.change} />
            </div>
          )}
          <Row wraps>
            <GuardedButton variant="primary" onPress={answer("once")}>
              Call once
            </GuardedButton>
            <Button onPress={answer("refuse")}>Refuse</Button>
            <span className={styles.gap} />
            {(state.reason === "unknown" || state.reason === "changed") && (
              <GuardedButton variant="quiet" onPress={answer("always")}>
                Always in this conversation
              </GuardedButton>
            )}
            <Button variant="quiet" onPress={answer("never")}>
              Never
            </Button>
          </Row>
        </Stack>
      )}
      {state.kind === "runs" && <Progress call={call} />}
      {state.kind === "done" && <Result sent={state.sent} name={offeredName} />}
      {children}
    </Stack>
  );
}

/** Members that are listed; more of them, or nested ones, are shown as JSON. */
const maxMembers = 12;

function isFlat(input: ChatCall["input"]): boolean {
  const values = Object.values(input);
  const isShort = values.length > 0 && values.length <= maxMembers;
  return isShort && values.every((value) => typeof value !== "object" || value === null);
}

/** How long the question has waited for the user. */
function Waited({ since }: { readonly since: number }) {
  return (
    <Text size="meta" tone="accent" isNumeric>
      waits {formatWait(useNow() - since)}
    </Text>
  );
}

/** The duration of the call, as in Result and Traffic. */
function Took({ call }: { readonly call: ChatCall }) {
  const run = useRun(call);
  const ms = run?.kind === "done" ? tookMs(run) : undefined;
  return (
    ms !== undefined && (
      <Text size="meta" tone="muted" isNumeric>
        {formatMs(ms)}
      </Text>
    )
  );
}

/** The call in the calls of its tool; undefined if it was made before a reload. */
function useRun({ tool, seq }: ChatCall): Run | undefined {
  return useStore(useStores().calls.runs, (all) => {
    if (!tool) return undefined;
    const key = itemKey({ kind: "tool", name: tool.name });
    return callsOf(all, tool.serverId, key).find((one) => one.seq === seq);
  });
}

function glyphOf({ state }: ChatCall): State {
  switch (state.kind) {
    case "asks":
      return "waiting";
    case "runs":
      return "running";
    case "open":
      return "not-applicable";
    case "done":
      return state.sent.block.isError === true ? "failed" : "ok";
  }
}

/** What the server reports while a call runs. */
function Progress({ call }: { readonly call: ChatCall }) {
  const run = useRun(call);
  if (run?.kind !== "running" || !run.progress) return null;
  const { progress, total, message } = run.progress;
  return <ProgressBar label="Progress" hideLabel value={progress} max={total} message={message} />;
}

/** Opens the tool's page with the arguments of the call. */
function OpenCall({ call: { tool, input } }: { readonly call: ChatCall }) {
  const { view, servers, calls } = useStores();
  if (!tool) return null;
  const { serverId, name } = tool;
  const open = () => {
    const item = { kind: "tool", name } as const;
    calls.drafts.change(serverId, itemKey(item), {
      argumentsText: jsonText(input),
      envelope: undefined,
      whole: undefined,
    });
    servers.all.activate(serverId);
    view.openItem(item);
  };
  return (
    <Button size="small" variant="quiet" onPress={open}>
      Open call
    </Button>
  );
}

interface ResultProps {
  readonly sent: (ChatCall["state"] & { kind: "done" })["sent"];
  readonly name: string;
}

/** What the model got. */
function Result({ sent: { block, cut }, name }: ResultProps) {
  const { content, structuredContent, isError } = block;
  const blocks = Array.isArray(content) ? content : [];
  return (
    <Disclosure title={isError === true ? "Error" : "Result"} level={4} startsOpen>
      {blocks.map((part, index) => (
        <ResultBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a result keep their order
          key={index}
          block={part}
          position={index}
          name={name}
          sourceOf={(_, value) => jsonText(value)}
        />
      ))}
      {structuredContent !== undefined && blocks.length === 0 && (
        <JsonExplorer text={jsonText(structuredContent)} label="Structured content" />
      )}
      {cut && (
        <Text tone="warning">
          Too long for the model: the first {cut.to.toLocaleString("en")} of{" "}
          {cut.from.toLocaleString("en")} characters were sent.
        </Text>
      )}
    </Disclosure>
  );
}
