/** The lists that a connected server offers, and those that it does not declare. */
import { ChevronRight } from "lucide-react";
import { useId, useReducer, useState } from "react";
import { useStore } from "zustand";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { ItemKind } from "../../../view/selection.ts";
import { type ListTraits, lists } from "../../store/catalog/items.ts";
import { askAnyway } from "../../store/catalog/queries.ts";
import { isOffline } from "../../store/connections/connection.ts";
import styles from "./Explorer.module.css";
import { ItemSection, type ItemSectionProps } from "./ItemSection.tsx";

/** Lists of an extension and of a draft. */
const extra: ReadonlySet<ItemKind> = new Set(["skill", "event"]);

export function Sections(props: Omit<ItemSectionProps, "list">) {
  const { view, owner, words } = props;
  const { client, connection } = view;
  const [, render] = useReducer((count: number) => count + 1, 0);
  const offered = lists.filter(({ method }) => client.offers(method));
  // an extension that a server does not declare is not offered to be asked for
  const others = lists.filter(({ method, kind }) => !extra.has(kind) && !client.offers(method));
  const ask = (list: ListTraits) => {
    askAnyway(view, list);
    render();
  };
  const canAsk = others.length > 0 && words.length === 0 && !isOffline(connection.state.getState());
  return (
    <>
      {offered.length === 0 && (
        <p className={styles.nothing}>The server declares no tools, resources or prompts.</p>
      )}
      {offered.map((list) => (
        <ItemSection key={`${connection.id} ${list.kind}`} {...props} list={list} />
      ))}
      <AppTools {...props} />
      {canAsk && <Undeclared key={connection.id} lists={others} owner={owner} onAsk={ask} />}
    </>
  );
}

/** The tools that open apps of the server have registered; a press shows the form beside the app. */
function AppTools({ view, owner, words, onOpen }: Omit<ItemSectionProps, "list">) {
  const { apps, servers, view: panes } = useStores();
  const { serverId } = view.connection;
  const { open, chosen } = useStore(apps);
  const tools = open
    .filter(({ call }) => call.serverId === serverId)
    .flatMap((app) => app.tools.map((tool) => ({ app, tool })))
    .filter(({ tool }) => words.every((word) => tool.name.toLowerCase().includes(word)));
  if (tools.length === 0) return null;
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <span className={styles.toggle}>
          Tools of the app
          <span className={styles.count}>{tools.length}</span>
        </span>
      </div>
      <ul
        aria-label={owner === undefined ? "Tools of the app" : `Tools of the app of ${owner}`}
        className={styles.appTools}
      >
        {tools.map(({ app, tool }) => (
          <li key={`${app.id} ${tool.name}`}>
            <button
              type="button"
              className={styles.appTool}
              aria-current={(chosen?.appId === app.id && chosen.name === tool.name) || undefined}
              title={tool.description && showHidden(tool.description.slice(0, 1_000))}
              onClick={() => {
                servers.all.activate(serverId);
                panes.openItem({ kind: "tool", name: app.call.toolName });
                apps.choose(app.id, tool.name);
                onOpen();
              }}
            >
              {tool.label.slice(0, 1_000)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UndeclaredProps {
  readonly lists: readonly ListTraits[];
  readonly owner: string | undefined;
  readonly onAsk: (list: ListTraits) => void;
}

/** Lists that are not requested, because the server does not declare them; a press requests one. */
function Undeclared({ lists: all, owner, onAsk }: UndeclaredProps) {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          {...(owner !== undefined && { "aria-label": `Not declared by ${owner}` })}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight aria-hidden="true" className={styles.chevron} />
          <span>Not declared</span>
          <span className={styles.count}>{all.length}</span>
        </button>
      </div>
      <ul id={bodyId} hidden={!isOpen} className={styles.undeclared}>
        {all.map((list) => (
          <li key={list.kind}>
            <span title={list.method}>{list.heading}</span>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Ask for ${list.heading.toLowerCase()} anyway${owner === undefined ? "" : ` of ${owner}`}`}
              onPress={() => onAsk(list)}
            >
              Ask anyway
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
