/** Lists what a question is about: both ends of a long list, and how many items are between them. */
import { type ReactNode, useState } from "react";
import { Button } from "../ui/Button.tsx";

interface ExactListProps {
  /** `<li>` elements with keys. */
  readonly items: readonly ReactNode[];
  /** What is listed, in the plural. */
  readonly noun: string;
  readonly isOrdered?: boolean;
  readonly className?: string | undefined;
}

/** Items at the start and at the end that are shown before the rest is asked for. */
const [startLength, endLength] = [40, 20];

export function ExactList({ items, noun, isOrdered = false, className }: ExactListProps) {
  const [isWhole, setWhole] = useState(false);
  const left = isWhole ? 0 : Math.max(0, items.length - startLength - endLength);
  const List = isOrdered ? "ol" : "ul";
  return (
    <List className={className}>
      {left === 0 ? items : items.slice(0, startLength)}
      {left > 0 && (
        <li>
          <Button size="small" onPress={() => setWhole(true)}>
            {`… show ${left.toLocaleString("en")} more ${noun} …`}
          </Button>
        </li>
      )}
      {left > 0 && items.slice(-endLength)}
    </List>
  );
}
