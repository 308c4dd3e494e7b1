/** `Row` and `Stack`: children beside or below each other, with a distance from the spacing grid. */
import type { AriaAttributes, HTMLAttributes, ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./Layout.module.css";

type Passed = "role" | "id" | "title" | "style" | "dir";

/** What else is given, such as `data-state`, is for the element. */
interface LayoutProps extends AriaAttributes, Pick<HTMLAttributes<HTMLElement>, Passed> {
  /** The element; a `div` without it. */
  readonly as?: "div" | "span" | "p" | "ul" | "ol" | "li" | "dl" | "section" | "header" | "footer";
  /** Distance between the children, in steps of 4 px. */
  readonly gap?: 0 | 1 | 2 | 3 | 4 | 6;
  readonly align?: "start" | "center" | "end" | "baseline" | "stretch";
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Children beside each other, centred on one line unless `align` says otherwise. */
export function Row(props: LayoutProps & { readonly wraps?: boolean }) {
  const {
    as: Element = "div",
    gap = 2,
    align = "center",
    wraps,
    className,
    children,
    ...rest
  } = props;
  return (
    <Element
      {...rest}
      className={cx(styles.row, className)}
      data-gap={gap}
      data-align={align}
      data-wraps={wraps || undefined}
    >
      {children}
    </Element>
  );
}

/** Children below each other, as wide as the container unless `align` says otherwise. */
export function Stack(props: LayoutProps) {
  const { as: Element = "div", gap = 2, align, className, children, ...rest } = props;
  return (
    <Element {...rest} className={cx(styles.stack, className)} data-gap={gap} data-align={align}>
      {children}
    </Element>
  );
}
