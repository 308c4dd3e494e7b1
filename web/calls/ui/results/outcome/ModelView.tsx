/** Shows what a tool result costs a model, and whether its two parts say the same. */
import { useMemo } from "react";
import {
  compareParts,
  contentTexts,
  otherBlocks,
} from "../../../../../shared/models/fit/resultParts.ts";
import { bytesPerToken } from "../../../../../shared/models/fit/tokens.ts";
import { useByteSize } from "../../../../content/useByteSize.ts";
import { formatCount } from "../../../../messages/quantities.ts";
import { lazyComponent } from "../../../../ui/lazyComponent.tsx";
import { Notice } from "../../../../ui/Notice.tsx";
import { Stack } from "../../../../ui/primitives/Layout.tsx";
import { Text } from "../../../../ui/primitives/Text.tsx";
import { blocksText, samenessText } from "../../../messages/modelViewMessages.ts";
import styles from "./ModelView.module.css";

// the facts about clients are as large as the rest of a result's view
const SeenBy = lazyComponent(async () => (await import("./SeenBy.tsx")).SeenBy);

interface ModelViewProps {
  /** The result of the call, not validated. */
  readonly value: unknown;
  /** The JSON text of `structuredContent`, as received; undefined if there is none. */
  readonly structuredText: string | undefined;
}

export function ModelView({ value, structuredText }: ModelViewProps) {
  const texts = useMemo(() => contentTexts(value), [value]);
  const others = useMemo(() => otherBlocks(value), [value]);
  const parts = useMemo(() => compareParts(value), [value]);
  const content = texts.join("\n");
  const ofContent = useTokens(content);
  const ofStructured = useTokens(structuredText ?? "");
  const most = Math.max(1, ofContent ?? 0, ofStructured ?? 0);
  const sameness = samenessText(parts);
  return (
    <Stack gap={3}>
      <div className={styles.parts}>
        <Part
          name="content"
          facts={blocksText(texts.length, others)}
          tokens={ofContent}
          most={most}
          text={content}
        />
        <Part
          name="structuredContent"
          facts={structuredText === undefined ? "none" : ""}
          tokens={ofStructured}
          most={most}
          text={structuredText ?? ""}
        />
      </div>
      {sameness && (
        <Notice
          severity={sameness.isSame ? "info" : "warning"}
          title={sameness.title}
          isLive={false}
        >
          {sameness.text}
        </Notice>
      )}
      <Text as="p" size="small" tone="muted">
        Estimated at {bytesPerToken} bytes for each token; models differ by about a third. Which of
        the two a model gets is the choice of its client.
      </Text>
      <SeenBy
        ofContent={texts.length > 0 ? ofContent : undefined}
        ofStructured={structuredText === undefined ? undefined : ofStructured}
      />
    </Stack>
  );
}

interface PartProps {
  readonly name: string;
  readonly facts: string;
  /** Undefined while it is counted. */
  readonly tokens: number | undefined;
  /** The tokens of the longest part. */
  readonly most: number;
  readonly text: string;
}

/** Characters of a part that are shown. */
const shownLength = 160;

function Part({ name, facts, tokens, most, text }: PartProps) {
  return (
    <section aria-label={name} className={styles.part}>
      <p className={styles.line}>
        <Text as="code" isMono>
          {name}
        </Text>
        <Text size="small" tone="muted">
          {facts}
        </Text>
        <Text weight="strong" isNumeric className={styles.tokens}>
          {tokens === undefined ? "counting …" : formatCount(tokens, "token")}
        </Text>
      </p>
      <div aria-hidden="true" className={styles.track}>
        <div className={styles.share} style={{ inlineSize: `${((tokens ?? 0) / most) * 100}%` }} />
      </div>
      <Text as="p" size="small" tone="muted" isCut dir="auto">
        {text.slice(0, shownLength)}
      </Text>
    </section>
  );
}

function useTokens(text: string): number | undefined {
  const bytes = useByteSize(text);
  return bytes === undefined ? undefined : Math.ceil(bytes / bytesPerToken);
}
