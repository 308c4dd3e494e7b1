/** One choice of a few, as cards with an icon, a title and a few words. */
import type { LucideIcon } from "lucide-react";
import { Radio, RadioGroup } from "react-aria-components";
import { cx } from "../../../ui/cx.ts";
import nativeControl from "../../../ui/fields/nativeControl.module.css";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./ChoiceCards.module.css";

export interface ChoiceCard<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly text: string;
}

interface ChoiceCardsProps<Id extends string> {
  /** Accessible name of the group. */
  readonly label: string;
  readonly cards: readonly ChoiceCard<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

export function ChoiceCards<Id extends string>(props: ChoiceCardsProps<Id>) {
  const { label, cards, value, onChange } = props;
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(id) => onChange(id as Id)}
      className={cx(styles.cards)}
    >
      {cards.map(({ id, title, icon: Icon, text }) => (
        <Radio key={id} value={id} className={cx(nativeControl.cover, styles.card)}>
          <Row as="span" className={styles.title}>
            <Icon aria-hidden="true" className={styles.icon} />
            {title}
          </Row>{" "}
          <Text size="meta" tone="muted">
            {text}
          </Text>
        </Radio>
      ))}
    </RadioGroup>
  );
}
