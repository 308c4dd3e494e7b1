/** What to do first with a server: each card is an action of the page. */

import { FileText, type LucideIcon, MessageSquareText, Play, SquarePen } from "lucide-react";
import { Button } from "react-aria-components";
import { formatCount } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { cx } from "../../../ui/cx.ts";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { useItems } from "../../hooks/useItems.ts";
import { type Item, traitsOfKind } from "../../store/catalog/items.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./StartHere.module.css";
import { requiredCount, safestTool } from "./startActions.ts";

export function StartHere({ view }: { view: ConnectedView }) {
  const { view: panes } = useStores();
  const { data: tools = [] } = useItems(view, traitsOfKind("tool"));
  const { data: resources = [] } = useItems(view, traitsOfKind("resource"));
  const { data: prompts = [] } = useItems(view, traitsOfKind("prompt"));
  const tool = safestTool(tools);
  const [resource] = resources;
  const [prompt] = prompts;
  const open = ({ kind, name }: Item) => panes.openItem({ kind, name });
  return (
    <section aria-label="Start here">
      <Heading level={3}>Start here</Heading>
      <div className={styles.cards}>
        {tool && (
          <Card
            icon={Play}
            verb="Call"
            name={tool.label}
            hint={`read-only, ${argumentsText(tool)}`}
            onPress={() => open(tool)}
          />
        )}
        {resource && (
          <Card
            icon={FileText}
            verb="Read"
            name={resource.label}
            hint={formatCount(resources.length, "resource")}
            onPress={() => open(resource)}
          />
        )}
        {prompt && (
          <Card
            icon={MessageSquareText}
            verb="Get"
            name={prompt.label}
            hint={formatCount(prompts.length, "prompt")}
            onPress={() => open(prompt)}
          />
        )}
        {!(tool && resource && prompt) && (
          <Card
            icon={SquarePen}
            verb="Write a message"
            hint="sent exactly as written"
            onPress={() => panes.showPane("composer")}
          />
        )}
      </div>
    </section>
  );
}

function argumentsText(tool: Item): string {
  const count = requiredCount(tool);
  return count === 0 ? "no arguments required" : formatCount(count, "required argument");
}

interface CardProps {
  readonly icon: LucideIcon;
  readonly verb: string;
  /** What the server calls it. */
  readonly name?: string;
  readonly hint: string;
  readonly onPress: () => void;
}

function Card({ icon: Icon, verb, name, hint, onPress }: CardProps) {
  return (
    <Button onPress={onPress} className={cx(styles.card)}>
      <span aria-hidden="true" className={styles.icon}>
        <Icon />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          {verb} {name !== undefined && <span className={styles.name}>{name}</span>}
        </span>
        <span className={styles.hint}>{hint}</span>
      </span>
    </Button>
  );
}
