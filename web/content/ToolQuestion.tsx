/** Asks before tools are called that may change something, or have changed since the user agreed to them. */
import { useStore } from "zustand";
import type { AskedTool, ConsentPurpose } from "../calls/store/toolConsents.ts";
import { useStores } from "../stores/StoresContext.tsx";
import { AlertDialog } from "../ui/overlays/AlertDialog.tsx";
import { ExactList } from "./ExactList.tsx";
import { ExactText } from "./ExactText.tsx";
import { ToolChanges } from "./ToolChanges.tsx";
import styles from "./ToolQuestion.module.css";

interface QuestionTexts {
  readonly title: string;
  /** Why it is asked. */
  readonly reason: string;
  /** The title if tools have changed, and are not asked about otherwise. */
  readonly changed: string;
  readonly confirm: string;
}

const texts: Readonly<Record<ConsentPurpose, QuestionTexts>> = {
  call: {
    title: "Run destructive tool?",
    reason: "The server marks this tool as destructive: it may delete or overwrite data.",
    changed: "Run a tool that has changed?",
    confirm: "Run tool",
  },
  "saved-calls": {
    title: "Run destructive tools?",
    reason: "The server marks these tools as destructive: they may delete or overwrite data.",
    changed: "Run tools that have changed?",
    confirm: "Run calls",
  },
  replay: {
    title: "Call tools that may change something?",
    reason:
      "The server does not declare these tools as harmless. Calling them again may write or delete something.",
    changed: "Call tools that have changed?",
    confirm: "Replay",
  },
  eval: {
    title: "Let models call tools?",
    reason: "Models of the eval call these tools.",
    changed: "Let models call tools that have changed?",
    confirm: "Run eval",
  },
};

/** The focus starts on Cancel, because the server chooses names and definitions. */
export function ToolQuestion() {
  const { consents } = useStores().calls;
  const asked = useStore(consents, (state) => state.asked);
  if (!asked) return null;
  const { key, purpose, tools } = asked;
  const { title, reason, changed, confirm } = texts[purpose];
  const isDue = tools.some((tool) => tool.isDue);
  return (
    <AlertDialog
      // what was read of another question does not count for this one
      key={key}
      title={isDue ? title : changed}
      confirmLabel={confirm}
      isDanger
      isGuarded
      isOpen
      onConfirm={() => consents.answer(true)}
      onCancel={() => consents.answer(false)}
    >
      <p>
        {isDue ? `${reason} ` : ""}
        You are asked again when the server changes its definition of a tool, and after you have
        closed the server.
      </p>
      <ExactList
        noun="tools"
        className={styles.tools}
        items={tools.map((tool) => (
          <Tool key={`${tool.serverId} ${tool.name}`} tool={tool} hasServer={purpose === "eval"} />
        ))}
      />
    </AlertDialog>
  );
}

interface ToolProps {
  readonly tool: AskedTool;
  /** Says which server's tool it is: an eval calls tools of several. */
  readonly hasServer: boolean;
}

function Tool({ tool: { serverId, name, definition, change }, hasServer }: ToolProps) {
  const server = useStore(useStores().connections.open, (servers) =>
    servers.find(({ id }) => id === serverId),
  );
  return (
    <li>
      <code>
        <ExactText text={name} maxLength={400} />
      </code>
      {hasServer && server && (
        <>
          {" of "}
          <ExactText text={server.name} maxLength={200} />
        </>
      )}
      {change && (
        <>
          {" has changed since you agreed to it:"}
          <ToolChanges before={change.before} after={definition} />
        </>
      )}
    </li>
  );
}
