/** `Text` and `Heading`: the sizes, weights and tones that text of the page may have. */
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./Text.module.css";

interface TextLook {
  readonly tone?: "muted" | "faint" | "ok" | "warning" | "violation" | "accent";
  /** What was on the wire or can be typed; never a sentence. */
  readonly isMono?: boolean;
  /** Cut at the end of its line with an ellipsis. */
  readonly isCut?: boolean;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly dir?: "auto";
  readonly children: ReactNode;
}

interface TextProps extends TextLook {
  /** The element; a `span` without it. */
  readonly as?: "span" | "p" | "div" | "dt" | "dd" | "li" | "code" | "time";
  /** Without it the size of the container, or that of monospace text. */
  readonly size?: "meta" | "small" | "body" | "large";
  readonly weight?: "medium" | "strong";
  /** Digits of equal width, for columns of numbers. */
  readonly isNumeric?: boolean;
}

export function Text(props: TextProps) {
  const { as: Element = "span", size, weight, isNumeric } = props;
  return (
    <Element
      {...look(props)}
      data-size={size}
      data-weight={weight}
      data-numeric={isNumeric || undefined}
    >
      {props.children}
    </Element>
  );
}

interface HeadingProps extends TextLook {
  readonly level: 1 | 2 | 3 | 4;
  /** `headline` on the start page only, `title` for a server, `large` for an item, else `body`. */
  readonly size?: "headline" | "title" | "large" | "body" | "meta";
  readonly id?: string;
}

export function Heading(props: HeadingProps) {
  const { level, size = "body", id } = props;
  const Element = `h${level}` as const;
  return (
    <Element {...look(props)} id={id} data-size={size} data-weight="strong">
      {props.children}
    </Element>
  );
}

function look({ tone, isMono, isCut, className, title, dir }: TextLook) {
  return {
    className: cx(styles.text, className),
    "data-tone": tone,
    "data-mono": isMono || undefined,
    "data-cut": isCut || undefined,
    title,
    dir,
  };
}
