/** What apps added to a message, and skills: untrusted, and not written by the user. */
import { X } from "lucide-react";
import { useState } from "react";
import { ResultBlock } from "../../content/blocks/ResultBlock.tsx";
import { ExactText } from "../../content/ExactText.tsx";
import { useOwnerName } from "../../servers/hooks/useOpenServers.ts";
import { shownName } from "../../servers/store/catalog/items.ts";
import { Badge } from "../../ui/Badge.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import type { AddedContent } from "../store/conversation.ts";
import styles from "./Chat.module.css";

interface AddedContentsProps {
  readonly addedContent: readonly AddedContent[];
  /** Takes one out; undefined where the message is sent. */
  readonly onRemove?: ((content: AddedContent) => void) | undefined;
}

export function AddedContents({ addedContent, onRemove }: AddedContentsProps) {
  return addedContent.map((content, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: apps have no names, and their content keeps its order
    <OneContent key={index} content={content} onRemove={onRemove} />
  ));
}

interface AddedContentProps extends Pick<AddedContentsProps, "onRemove"> {
  readonly content: AddedContent;
}

function OneContent({ content, onRemove }: AddedContentProps) {
  const { kind, serverId, tool, blocks } = content;
  const owner = useOwnerName(serverId);
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-label={kind === "skill" ? `Skill ${shownName(tool)}` : `From the app of ${tool}`}
      className={styles.added}
    >
      <Row wraps>
        <Badge tone="warning">untrusted</Badge>
        <Text tone="muted" size="small">
          {originText(kind)} <ExactText text={tool} maxLength={80} />
          {owner !== undefined && ` (${owner})`}
        </Text>
        {onRemove && (
          <IconButton label="Remove" icon={X} size="small" onPress={() => onRemove(content)} />
        )}
      </Row>
      {kind === "skill" ? (
        <Disclosure title="Text for the model" isOpen={isOpen} onOpenChange={setOpen}>
          {isOpen && <Blocks blocks={blocks} name={tool} />}
        </Disclosure>
      ) : (
        <Blocks blocks={blocks} name={tool} />
      )}
    </section>
  );
}

function Blocks({ blocks, name }: { readonly blocks: readonly unknown[]; readonly name: string }) {
  return blocks.map((block, index) => (
    <ResultBlock
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a message keep their order
      key={index}
      block={block}
      position={index}
      name={name}
    />
  ));
}

function originText(kind: AddedContent["kind"]): string {
  if (kind === "skill") return "Skill";
  return `${kind === "message" ? "Message" : "Context"} from the app of`;
}
