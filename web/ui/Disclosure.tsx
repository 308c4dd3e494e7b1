/** A heading that opens and closes what is under it. */
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

export interface DisclosureProps {
  /** The heading's button's accessible name. */
  readonly title: string;
  /** A number or a few words after the title, for the eye only. */
  readonly hint?: ReactNode;
  readonly children: ReactNode;
  /** The heading's level; 3 unless told. */
  readonly level?: 2 | 3 | 4;
  /** Leave both out for a disclosure that keeps its own state. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly startsOpen?: boolean;
  /** Controls at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** A disclosure; its content stays mounted while it is closed. */
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
      <div className={styles.line}>
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
      </div>
      <DisclosurePanel>{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
