/** What both sides declared, in two lists; the JSON is one press away. */
import { useStore } from "zustand";
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { StateGlyph } from "../../../ui/primitives/StateGlyph.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { declaredText } from "../../store/configured/declaredText.ts";
import type { ConnectedView } from "../../store/connections/connection.ts";
import styles from "./Capabilities.module.css";

const ofServers = ["tools", "resources", "prompts", "completions", "logging", "tasks"];
const ofClients = ["sampling", "elicitation", "roots", "tasks"];

export function Capabilities({ view }: { view: ConnectedView }) {
  const { connection, client } = view;
  const server = useStore(useStores().servers.all, (state) => state.open.get(connection.serverId));
  const isModern = client.session.era().kind === "modern";
  const own = server && declaredText(server, isModern);
  return (
    <section aria-label="Capabilities" className={styles.sides}>
      <Side
        title="Server offers"
        known={ofServers}
        text={JSON.stringify(client.agreement.capabilities)}
      />
      {own !== undefined && <Side title="This page offers" known={ofClients} text={own} />}
    </section>
  );
}

interface SideProps {
  readonly title: string;
  /** The capabilities of the specification; others follow if they are declared. */
  readonly known: readonly string[];
  /** The declared capabilities as JSON. */
  readonly text: string;
}

function Side({ title, known, text }: SideProps) {
  const declared = objectOf(text);
  const names = [...new Set([...known, ...Object.keys(declared)])];
  return (
    <div className={styles.side}>
      <Heading level={3}>{title}</Heading>
      <ul className={styles.list}>
        {names.map((name) => {
          const isDeclared = Object.hasOwn(declared, name);
          return (
            <li key={name} className={styles.capability} data-declared={isDeclared || undefined}>
              <StateGlyph state={isDeclared ? "ok" : "not-applicable"} />
              <span className={styles.name}>{name}</span>
              <span className={styles.more}>
                {isDeclared ? detailOf(declared[name]) : "not declared"}
              </span>
            </li>
          );
        })}
      </ul>
      <Disclosure title="JSON" level={4}>
        <JsonView text={text} label={title} pretty />
      </Disclosure>
    </div>
  );
}

/** The members of a capability, such as `listChanged`. */
function detailOf(value: unknown): string {
  if (!isJsonObject(value)) return "declared";
  const names = Object.keys(value).filter((name) => value[name] !== false);
  return names.length === 0 ? "declared" : names.join(", ");
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}
