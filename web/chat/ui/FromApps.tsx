/** What apps added to a message: untrusted, and not written by the user. */
import { X } from "lucide-react";
import { ResultBlock } from "../../content/blocks/ResultBlock.tsx";
import { ExactText } from "../../content/ExactText.tsx";
import { useOwnerName } from "../../servers/hooks/useOpenServers.ts";
import { Badge } from "../../ui/Badge.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import type { AppContent } from "../store/conversation.ts";
import styles from "./Chat.module.css";

interface FromAppsProps {
  readonly fromApps: readonly AppContent[];
  /** Takes one out; undefined where the message is sent. */
  readonly onRemove?: ((content: AppContent) => void) | undefined;
}

export function FromApps({ fromApps, onRemove }: FromAppsProps) {
  return fromApps.map((content, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: apps have no names, and their content keeps its order
    <FromApp key={index} content={content} onRemove={onRemove} />
  ));
}

interface FromAppProps extends Pick<FromAppsProps, "onRemove"> {
  readonly content: AppContent;
}

function FromApp({ content, onRemove }: FromAppProps) {
  const { kind, serverId, tool, blocks } = content;
  const owner = useOwnerName(serverId);
  return (
    <section aria-label={`From the app of ${tool}`} className={styles.fromApp}>
      <Row wraps>
        <Badge tone="warning">untrusted</Badge>
        <Text tone="muted" size="small">
          {kind === "message" ? "Message" : "Context"} from the app of{" "}
          <ExactText text={tool} maxLength={80} />
          {owner !== undefined && ` (${owner})`}
        </Text>
        {onRemove && (
          <IconButton label="Remove" icon={X} size="small" onPress={() => onRemove(content)} />
        )}
      </Row>
      {blocks.map((block, index) => (
        <ResultBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a message keep their order
          key={index}
          block={block}
          position={index}
          name={tool}
        />
      ))}
    </section>
  );
}
