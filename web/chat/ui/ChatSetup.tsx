/** Settings of what is shown: system prompt, offered tools and their approval, and the limits of a turn. */
import { useState } from "react";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { type ApprovalMode, isOutdated } from "../../../shared/models/agent/approval.ts";
import { isDestructiveTool, isReadOnlyTool } from "../../../shared/protocol/toolHints.ts";
import { formatCount } from "../../messages/quantities.ts";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { ShowMore } from "../../ui/lists/ShowMore.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { type Conversation, toolKey } from "../store/conversation.ts";
import { type ServerTools, ticksOf, tokensOf } from "../store/offered.ts";
import styles from "./Chat.module.css";
import type { ChatProps, ShowsConversations } from "./chatProps.ts";
import { useServerTools } from "./useServerTools.ts";

type ChatSetupProps = ChatProps & ShowsConversations;

export function ChatSetup({ chats, shown }: ChatSetupProps) {
  const servers = useServerTools();
  const [{ systemPrompt }] = shown;
  const isOnePrompt = shown.every((one) => one.systemPrompt === systemPrompt);
  return (
    <Stack gap={3} as="section" className={styles.setup}>
      {isOnePrompt && (
        <TextArea
          label="System prompt"
          rows={2}
          value={systemPrompt}
          onChange={(next) => {
            for (const { id } of shown) chats.conversations.change(id, { systemPrompt: next });
          }}
        />
      )}
      {servers.length === 0 && <Text tone="muted">No connected server has tools.</Text>}
      {servers.map((server) => (
        <ServerTicks key={server.serverId} chats={chats} shown={shown} server={server} />
      ))}
      <Limits chats={chats} shown={shown} />
    </Stack>
  );
}

/** Tools that are drawn at first, and added when the end comes near. */
const step = 60;

interface ServerTicksProps extends ChatSetupProps {
  readonly server: ServerTools;
}

function ServerTicks({ chats, shown, server }: ServerTicksProps) {
  const { conversations } = chats;
  const { serverId, serverName, definitions } = server;
  const [drawn, setDrawn] = useState(step);
  const [{ ticked, approvals }] = shown;
  const isTicked = ticksOf(ticked, serverId);
  const all = definitions.map(({ name }) => String(name));
  const names = all.filter(isTicked);
  const left = definitions.length - drawn;
  const tick = (next: readonly string[]) => {
    // all of a server are those that it adds, too
    const { [serverId]: _, ...others } = ticked;
    const isAll = next.length === all.length;
    const change = { ticked: isAll ? others : { ...others, [serverId]: next } };
    for (const { id } of shown) conversations.change(id, change);
  };
  const more = () => setDrawn(drawn + step);
  return (
    <fieldset>
      <legend>
        <Checkbox
          label={exactLine(serverName)}
          isSelected={names.length === all.length}
          isIndeterminate={names.length > 0 && names.length < all.length}
          onChange={(isOffered) => tick(isOffered ? all : [])}
        />
      </legend>
      <ul className={styles.tools}>
        {definitions.slice(0, drawn).map((definition) => {
          const name = String(definition.name);
          const key = toolKey({ serverId, name });
          return (
            <Row as="li" key={key}>
              <Checkbox
                label={exactLine(name)}
                isSelected={isTicked(name)}
                onChange={(isOffered) =>
                  tick(isOffered ? [...names, name] : names.filter((one) => one !== name))
                }
                className={styles.tool}
              />
              <Text size="meta" tone="faint" isNumeric>
                {tokensOf(definition).toLocaleString("en")}
              </Text>
              <Approval
                name={name}
                definition={definition}
                mode={isOutdated(approvals[key], definition) ? "ask" : approvals[key]?.mode}
                onChange={(mode) => {
                  const tool = { serverId, name, definition };
                  for (const { id } of shown) conversations.setApproval(id, tool, mode);
                }}
              />
            </Row>
          );
        })}
      </ul>
      {left > 0 && (
        <ShowMore shown={drawn} onNear={more} onPress={more}>
          Show {formatCount(left, "more tool")}
        </ShowMore>
      )}
    </fieldset>
  );
}

const approvalChoices = [
  { id: "ask", label: "Ask" },
  { id: "always", label: "Always" },
  { id: "never", label: "Never" },
] as const;

interface ApprovalProps {
  readonly name: string;
  readonly definition: object;
  /** Undefined for that of the tool's hints. */
  readonly mode: ApprovalMode | undefined;
  readonly onChange: (mode: ApprovalMode | undefined) => void;
}

/** Whether calls of a tool ask first; those of a destructive one always do. */
function Approval({ name, definition, mode, onChange }: ApprovalProps) {
  const byHints = isReadOnlyTool(definition) ? "always" : "ask";
  const isAsked = isDestructiveTool(definition);
  return (
    <Select
      label={`Calls of ${exactLine(name)}`}
      hideLabel
      isQuiet
      choices={approvalChoices.filter(({ id }) => !isAsked || id !== "always")}
      value={isAsked && mode !== "never" ? "ask" : (mode ?? byHints)}
      onChange={(next) => onChange(next === byHints ? undefined : next)}
      className={styles.approval}
    />
  );
}

/** A turn ends before a request that could exceed one of them. */
function Limits({ chats, shown }: ChatSetupProps) {
  const [{ maxTokens, limits, contextTokens }] = shown;
  const change = (
    settings: Partial<Pick<Conversation, "maxTokens" | "limits" | "contextTokens">>,
  ) => {
    for (const { id } of shown) chats.conversations.change(id, settings);
  };
  const limit = (changed: Partial<Conversation["limits"]>) =>
    change({ limits: { ...limits, ...changed } });
  const field = (label: string, value: number | undefined, onChange: (next: number) => void) => (
    <div className={styles.limit}>
      <NumberField
        label={label}
        value={value}
        min={0}
        max={1e9}
        onChange={(next) => next !== undefined && onChange(next)}
      />
    </div>
  );
  return (
    <section aria-label="Limits of a turn">
      <Heading level={3} size="meta">
        Limits of a turn
      </Heading>
      <Row wraps gap={3} align="start">
        {field("Requests to the model", limits.rounds, (rounds) => limit({ rounds }))}
        {field("Calls", limits.calls, (calls) => limit({ calls }))}
        {field("Tokens", limits.tokens, (tokens) => limit({ tokens }))}
        {field("Cost", limits.cost, (cost) => limit({ cost }))}
        {field("Seconds", limits.milliseconds / 1000, (seconds) =>
          limit({ milliseconds: seconds * 1000 }),
        )}
        {field("Tokens of a reply", maxTokens, (next) => change({ maxTokens: next }))}
        {field("Tokens of the context", contextTokens, (next) => change({ contextTokens: next }))}
      </Row>
    </section>
  );
}
