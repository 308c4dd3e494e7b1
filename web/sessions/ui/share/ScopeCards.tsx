/** Lets the user choose what is shared: a call, the session, or the session as it goes on. */
import { Radio as LiveIcon, type LucideIcon, MousePointerClick, ScrollText } from "lucide-react";
import { Radio, RadioGroup } from "react-aria-components";
import { cx } from "../../../ui/cx.ts";
import nativeControl from "../../../ui/fields/nativeControl.module.css";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./ScopeCards.module.css";

export type ShareScope = "call" | "session" | "live";

interface ScopeCardsProps {
  /** What each scope offers; a scope that is missing is not shown. */
  readonly texts: Readonly<Partial<Record<ShareScope, string>>>;
  readonly value: ShareScope;
  readonly onChange: (scope: ShareScope) => void;
}

const cards: readonly { id: ShareScope; title: string; Icon: LucideIcon }[] = [
  { id: "call", title: "This call", Icon: MousePointerClick },
  { id: "session", title: "Session", Icon: ScrollText },
  { id: "live", title: "Live", Icon: LiveIcon },
];

export function ScopeCards({ texts, value, onChange }: ScopeCardsProps) {
  return (
    <RadioGroup
      aria-label="What to share"
      orientation="horizontal"
      value={value}
      onChange={(id) => onChange(id as ShareScope)}
      className={cx(styles.cards)}
    >
      {cards.map(({ id, title, Icon }) => {
        const text = texts[id];
        if (text === undefined) return null;
        return (
          <Radio key={id} value={id} className={cx(nativeControl.cover, styles.card)}>
            <span className={styles.title}>
              <Icon aria-hidden="true" className={styles.icon} />
              {title}
            </span>{" "}
            <Text size="meta" tone="muted">
              {text}
            </Text>
          </Radio>
        );
      })}
    </RadioGroup>
  );
}
