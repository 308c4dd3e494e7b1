/** A menu that lists the filter syntax with examples, each of which can be added to the filter. */
import { CircleHelp } from "lucide-react";
import { toggleTerm } from "../../../shared/log/filter.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Menu } from "../../ui/overlays/Menu.tsx";

const examples: readonly (readonly [term: string, meaning: string])[] = [
  ["echo", "A word in the method, name, summary or kind"],
  ["method:tools/call", "Requests, notifications and answers of a method"],
  ["dir:in", "Received; dir:out is sent"],
  ["kind:error", "request, notification, result, error, invalid, frame, http, connection, process"],
  ["is:problem", "Rows in red or yellow"],
  ["is:asked", "Requests of servers"],
  ["finding:any", "With findings; finding:violation, or a part of a code"],
  ['body:"two words"', "A text in the body"],
  ["id:3", "The request with this id and its answer"],
  ["status:4xx", "The HTTP status"],
  ["level:warning", "Log messages of this level or higher"],
  ["logger:db", "Log messages of a logger"],
  [
    "by:model",
    "What a model caused; user, app, saved-call, replay, eval, examination, diagnosis, tap, engine",
  ],
  ["server:name", "One of several servers"],
  ["-dir:in", "A minus excludes what matches"],
];

interface Props {
  readonly filter: string;
  readonly onFilter: (text: string) => void;
}

export function FilterHelp({ filter, onFilter }: Props) {
  return (
    <Menu
      label="Filter syntax"
      trigger={<IconButton label="Filter syntax" icon={CircleHelp} size="small" />}
      actions={examples.map(([term, meaning]) => ({
        id: term,
        label: term,
        description: meaning,
        onAction: () => onFilter(toggleTerm(filter, term)),
      }))}
    />
  );
}
