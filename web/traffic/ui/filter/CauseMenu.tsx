/** A menu that leaves only rows of one cause, with their numbers. */
import { Check, ChevronDown, Users } from "lucide-react";
import { memo, useState } from "react";
import { termsOf } from "../../../../shared/log/filterText.ts";
import { initiatorGlyph } from "../../../messages/InitiatorMark.tsx";
import { formatCount } from "../../../messages/quantities.ts";
import type { Action } from "../../../ui/action.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import toolbar from "../toolbar.module.css";
import { type CauseKind, causeMeanings } from "./causes.ts";

interface Props {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** Counts the rows of each cause; called when the menu opens. */
  readonly count: () => ReadonlyMap<CauseKind, number>;
}

const prefix = /^(?:by|initiator):/;

/** The cause that a filter names, as written. */
const causeIn = (filter: string) =>
  termsOf(filter)
    .find((term) => prefix.test(term))
    ?.replace(prefix, "");

/** @returns one action for each cause with rows, and one for anyone */
export function causeActions(
  { filter, onFilter }: Pick<Props, "filter" | "onFilter">,
  counts: ReadonlyMap<CauseKind, number>,
): Action[] {
  const chosen = causeIn(filter);
  const choose = (kind: CauseKind | undefined) => {
    const others = termsOf(filter).filter((term) => !prefix.test(term));
    onFilter([...others, ...(kind ? [`by:${kind}`] : [])].join(" "));
  };
  const shown = causeMeanings.filter(([kind]) => (counts.get(kind) ?? 0) > 0 || kind === chosen);
  const anyone: Action = {
    id: "by-anyone",
    label: "By anyone",
    icon: chosen === undefined ? Check : Users,
    onAction: () => choose(undefined),
  };
  return [
    anyone,
    ...shown.map(([kind, , meaning]): Action => {
      const glyph = kind === chosen ? Check : initiatorGlyph(kind);
      return {
        id: `by-${kind}`,
        label: `By ${nameOf(kind)}`,
        description: `${meaning} · ${formatCount(counts.get(kind) ?? 0, "row")}`,
        ...(glyph && { icon: glyph }),
        onAction: () => choose(kind),
      };
    }),
  ];
}

const nameOf = (kind: CauseKind) => causeMeanings.find(([known]) => known === kind)?.[1] ?? kind;

/** Memoized, so that it does not render when the log grows. */
export const CauseMenu = memo(({ filter, onFilter, count }: Props) => {
  const [counts, setCounts] = useState<ReadonlyMap<CauseKind, number>>(new Map());
  const chosen = causeIn(filter);
  const known = causeMeanings.find(([kind]) => kind === chosen);
  return (
    <Menu
      label="Who caused it"
      onOpenChange={(isOpen) => isOpen && setCounts(count())}
      trigger={
        <Button size="small" className={toolbar.menu}>
          By {known?.[1] ?? chosen ?? "anyone"}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      actions={causeActions({ filter, onFilter }, counts)}
    />
  );
});
