/** A collapsible section with a heading. */
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import {
  Disclosure as AriaDisclosure,
  Button,
  DisclosurePanel,
  Heading,
} from "react-aria-components";
import { cx } from "./cx.ts";
import styles from "./Disclosure.module.css";
import { Row } from "./primitives/Layout.tsx";

interface DisclosureProps {
  /** Accessible name of the button in the heading. */
  readonly title: string;
  /** A count or a few words after the title; hidden from assistive technology. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
  /** Level of the heading; default 3. */
  readonly level?: 2 | 3 | 4;
  /** Omit `isOpen` and `onOpenChange` for an uncontrolled disclosure. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly startsOpen?: boolean;
  /** Controls at the end of the heading's row. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** Keeps its content mounted while it is closed. */
export function Disclosure(props: DisclosureProps) {
  const {
    title,
    hint,
    children,
    level = 3,
    isOpen,
    onOpenChange,
    startsOpen = false,
    actions,
  } = props;
  return (
    <AriaDisclosure
      defaultExpanded={startsOpen}
      {...(isOpen !== undefined && { isExpanded: isOpen })}
      {...(onOpenChange && { onExpandedChange: onOpenChange })}
      className={cx(props.className)}
    >
      <Row gap={1}>
        <Heading level={level} className={cx(styles.heading)}>
          <Button slot="trigger" className={cx(styles.button)}>
            <ChevronRight aria-hidden="true" className={styles.chevron} />
            {title}
            {hint !== undefined && (
              <span aria-hidden="true" className={styles.hint}>
                {hint}
              </span>
            )}
          </Button>
        </Heading>
        {actions}
      </Row>
      <DisclosurePanel>{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
