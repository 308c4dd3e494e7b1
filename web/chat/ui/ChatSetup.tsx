/** Settings of a conversation: system prompt, offered tools, and the limits of a turn. */
import { useStore } from "zustand";
import { definitionTokens } from "../../../shared/models/fit/tokens.ts";
import { Checkbox } from "../../ui/fields/Checkbox.tsx";
import { NumberField } from "../../ui/fields/NumberField.tsx";
import { TextArea } from "../../ui/fields/TextArea.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { type Conversation, toolKey } from "../store/conversation.ts";
import type { ServerTools } from "../store/offered.ts";
import styles from "./Chat.module.css";
import type { ChatProps } from "./chatProps.ts";
import { useServerTools } from "./useServerTools.ts";

interface ChatSetupProps extends ChatProps {
  readonly conversation: Conversation;
}

export function ChatSetup({ chats, conversation }: ChatSetupProps) {
  const { conversations } = chats;
  const servers = useServerTools();
  const { id, systemPrompt, withheld } = conversation;
  const change = (keys: readonly string[], isOffered: boolean) => {
    const rest = withheld.filter((key) => !keys.includes(key));
    conversations.change(id, { withheld: isOffered ? rest : [...rest, ...keys] });
  };
  return (
    <Stack gap={3} as="section" className={styles.setup}>
      <TextArea
        label="System prompt"
        rows={2}
        value={systemPrompt}
        onChange={(next) => conversations.change(id, { systemPrompt: next })}
      />
      {servers.length === 0 && <Text tone="muted">No connected server has tools.</Text>}
      {servers.map((server) => (
        <ServerTicks key={server.serverId} server={server} withheld={withheld} onChange={change} />
      ))}
      <Limits chats={chats} conversation={conversation} />
    </Stack>
  );
}

interface ServerTicksProps {
  readonly server: ServerTools;
  readonly withheld: readonly string[];
  readonly onChange: (keys: readonly string[], isOffered: boolean) => void;
}

function ServerTicks({ server, withheld, onChange }: ServerTicksProps) {
  const { serverId, serverName, definitions } = server;
  const tools = definitions.map((definition) => {
    const name = String(definition.name);
    return { name, key: toolKey({ serverId, name }), tokens: definitionTokens(definition) };
  });
  const ticked = tools.filter(({ key }) => !withheld.includes(key));
  return (
    <fieldset className={styles.ticks}>
      <legend>
        <Checkbox
          label={serverName}
          isSelected={ticked.length === tools.length}
          isIndeterminate={ticked.length > 0 && ticked.length < tools.length}
          onChange={(isOffered) =>
            onChange(
              tools.map(({ key }) => key),
              isOffered,
            )
          }
        />
      </legend>
      <ul className={styles.tools}>
        {tools.map(({ key, name, tokens }) => (
          <Row as="li" key={key}>
            <Checkbox
              label={name}
              isSelected={!withheld.includes(key)}
              onChange={(isOffered) => onChange([key], isOffered)}
            />
            <Text size="meta" tone="faint" isNumeric>
              {tokens.toLocaleString("en")}
            </Text>
          </Row>
        ))}
      </ul>
    </fieldset>
  );
}

/** A turn ends before a request that could exceed one of them. */
function Limits({ chats, conversation }: ChatSetupProps) {
  const { turns, conversations } = chats;
  const { limits } = useStore(turns);
  const { id, maxTokens, contextTokens } = conversation;
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
        {field("Requests to the model", limits.rounds, (rounds) => turns.changeLimits({ rounds }))}
        {field("Calls", limits.calls, (calls) => turns.changeLimits({ calls }))}
        {field("Tokens", limits.tokens, (tokens) => turns.changeLimits({ tokens }))}
        {field("Cost", limits.cost, (cost) => turns.changeLimits({ cost }))}
        {field("Seconds", limits.milliseconds / 1000, (seconds) =>
          turns.changeLimits({ milliseconds: seconds * 1000 }),
        )}
        {field("Tokens of a reply", maxTokens, (next) =>
          conversations.change(id, { maxTokens: next }),
        )}
        {field("Tokens of the context", contextTokens, (next) =>
          conversations.change(id, { contextTokens: next }),
        )}
      </Row>
    </section>
  );
}
