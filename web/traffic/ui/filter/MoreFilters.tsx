/** A menu of common filters, and of how the rows are shown. */
import {
  Bookmark,
  BookmarkPlus,
  Check,
  ChevronDown,
  CircleHelp,
  Clock,
  ListFilter,
  ScrollText,
} from "lucide-react";
import { memo, useState } from "react";
import { useStore } from "zustand";
import { serverTerm, termsOf, toggleTerm } from "../../../../shared/log/filterText.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { Action } from "../../../ui/action.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import toolbar from "../toolbar.module.css";
import { causeActions } from "./CauseMenu.tsx";
import type { CauseKind } from "./causes.ts";

const common: readonly (readonly [term: string, label: string])[] = [
  ["method:tools/call", "Calls"],
  ["is:asked", "Asked of you"],
  ["method:notifications/message", "Logs"],
  ["finding:any", "Findings"],
];

interface Props {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
  /** The name of the active server, if there are others. */
  readonly server: string | undefined;
  /** Counts causes, where they have no menu of their own. */
  readonly countCauses: (() => ReadonlyMap<CauseKind, number>) | undefined;
  readonly isClock: boolean;
  readonly onClock: (isClock: boolean) => void;
  /** Asks for the name under which the filter is saved. */
  readonly onSave: () => void;
  readonly onLogMessages: () => void;
  readonly onHelp: () => void;
}

/** Memoized, so that it does not render when the log grows. */
export const MoreFilters = memo((props: Props) => {
  const { filter, onFilter, server, isClock, countCauses } = props;
  const [counts, setCounts] = useState<ReadonlyMap<CauseKind, number>>(new Map());
  const { savedFilters } = useStores().traffic;
  const saved = useStore(savedFilters);
  const terms = termsOf(filter);
  const text = filter.trim();
  const own = server === undefined ? [] : [[serverTerm(server), "This server"] as const];
  const filters = [...own, ...common].map(
    ([term, label]): Action => ({
      id: term,
      label,
      description: term,
      icon: terms.includes(term) ? Check : ListFilter,
      onAction: () => onFilter(toggleTerm(filter, term)),
    }),
  );
  const rest: Action[] = [
    ...saved.map(
      (one): Action => ({
        id: `saved ${one.text}`,
        label: one.name || one.text,
        description: one.name ? one.text : "Saved filter",
        icon: one.text === text ? Check : Bookmark,
        onAction: () => onFilter(one.text),
      }),
    ),
    ...(text === "" || saved.some((one) => one.text === text)
      ? []
      : [
          {
            id: "save",
            label: "Save this filter …",
            icon: BookmarkPlus,
            onAction: props.onSave,
          },
        ]),
    {
      id: "clock",
      label: isClock ? "Show elapsed times" : "Show times of day",
      icon: Clock,
      onAction: () => props.onClock(!isClock),
    },
    { id: "logs", label: "Log messages …", icon: ScrollText, onAction: props.onLogMessages },
    { id: "help", label: "Filter syntax …", icon: CircleHelp, onAction: props.onHelp },
  ];
  return (
    <Menu
      label="More filters"
      onOpenChange={(isOpen) => isOpen && countCauses && setCounts(countCauses())}
      trigger={
        <Button size="small" className={toolbar.menu}>
          More
          <ChevronDown aria-hidden="true" />
        </Button>
      }
      actions={[...filters, ...(countCauses ? causeActions(props, counts) : []), ...rest]}
    />
  );
});
