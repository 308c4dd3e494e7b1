/** Asks before starting a process or contacting a server that the user did not enter, and for missing input values. */

import { Globe, Terminal } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { ConfiguredServer } from "../../../../../shared/config/configured.ts";
import type { PasteForm } from "../../../../../shared/config/paste/paste.ts";
import { templateText } from "../../../../../shared/config/templateText.ts";
import { ExactText } from "../../../../content/ExactText.tsx";
import { formatCount } from "../../../../messages/quantities.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { AlertDialog } from "../../../../ui/overlays/AlertDialog.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { StarterButton } from "../../../../ui/StarterButton.tsx";
import type {
  CommandSource,
  ConfiguredSource,
  ConnectionQuestion,
} from "../../../store/connections/questions.ts";
import { describeServer } from "../serverChoices.ts";
import { CommandDetails, hidesSomething } from "./CommandDetails.tsx";
import { ForwardQuestion } from "./ForwardQuestion.tsx";
import { InputsQuestion } from "./InputsQuestion.tsx";
import styles from "./Questions.module.css";
import { RedirectQuestion } from "./RedirectQuestion.tsx";
import { UrlDetails } from "./UrlDetails.tsx";
import type { ServerDefinitionChange } from "./Values.tsx";

export function Questions() {
  const { connections, relay } = useStores();
  const question = useStore(connections.questions);
  const forwardTo = useStore(relay.forwarding.questions, ([first]) => first);
  const redirect = useStore(connections.redirectConsents.questions, ([first]) => first);
  return (
    <>
      {question && <Question question={question} />}
      {forwardTo !== undefined && <ForwardQuestion key={forwardTo} origin={forwardTo} />}
      {redirect && <RedirectQuestion redirect={redirect} />}
    </>
  );
}

function Question({ question }: { question: ConnectionQuestion }) {
  const { connector } = useStores().connections;
  const answers = {
    isOpen: true,
    onConfirm: () => connector.answerQuestion(true),
    onCancel: () => connector.answerQuestion(false),
  };
  switch (question.kind) {
    case "inputs":
    case "pasted-inputs":
      return <InputsQuestion question={question} />;
    case "choose":
      return <ServerChoice servers={question.servers} form={question.form} />;
    case "start": {
      const { target, variables, source } = question;
      const isTyped = source.kind === "person" && variables.every(([, , pieces]) => !pieces);
      return (
        <AlertDialog
          {...answers}
          title="Start command?"
          confirmLabel="Start"
          size="medium"
          isGuarded={!isTyped || hidesSomething(target)}
        >
          <Introduction source={source}>
            The relay starts this program on your machine, with your permissions:
          </Introduction>
          <CommandDetails target={target} variables={variables} change={changeOf(source)} />
        </AlertDialog>
      );
    }
    case "connect": {
      const { target, headers, source } = question;
      const url = URL.parse(target.url);
      return (
        <AlertDialog {...answers} title="Connect?" confirmLabel="Connect" size="medium" isGuarded>
          <Introduction source={source}>
            Connecting sends requests to{" "}
            <strong>
              <ExactText text={url?.host ?? target.url} maxLength={300} />
            </strong>
            :
          </Introduction>
          <UrlDetails target={target} headers={headers} change={changeOf(source)} />
        </AlertDialog>
      );
    }
  }
}

/** Says where a server comes from; what others wrote is never a part of our sentences. */
function Introduction(props: { source: CommandSource; children: ReactNode }) {
  const { source, children } = props;
  return (
    <>
      {source.kind === "configured" && (
        <dl className={styles.facts}>
          <dt>Server</dt>
          <dd className={styles.exactly}>
            <ExactText text={source.server.name} maxLength={200} />
          </dd>
          <dt>File</dt>
          <dd className={styles.exactly}>
            <ExactText text={source.server.source} maxLength={400} />
          </dd>
        </dl>
      )}
      <p className={styles.introduction}>
        {originText(source)} {children}
      </p>
    </>
  );
}

function originText(source: CommandSource): string {
  switch (source.kind) {
    case "person":
      return "";
    case "pasted":
      return "This was pasted, not typed: check all of it.";
    case "link":
      return "This came from a link: check all of it.";
    case "configured":
      return changeText(source);
  }
}

function changeText({ server, check }: ConfiguredSource): string {
  if (check.kind === "unverifiable") {
    return "Over plain http this page cannot check whether the file has changed.";
  }
  if (check.before) return "The file has changed since you approved this server last.";
  return server.isFound
    ? "The file belongs to another client."
    : "The file has changed since the relay was started.";
}

function changeOf(source: CommandSource): ServerDefinitionChange | undefined {
  if (source.kind !== "configured" || source.check.kind !== "changed") return undefined;
  const { target } = source.server;
  return { ...source.check, ...(target.kind === "http" ? { url: templateText(target.url) } : {}) };
}

/** Pressing a server connects to it; a command is confirmed first. */
function ServerChoice(props: {
  readonly servers: readonly ConfiguredServer[];
  readonly form: PasteForm;
}) {
  const { servers, form } = props;
  const { connector } = useStores().connections;
  const cancel = () => connector.chooseServer(undefined);
  return (
    <Dialog
      title={titleOf(form, servers.length)}
      isOpen
      onOpenChange={cancel}
      footer={<Button onPress={cancel}>Cancel</Button>}
    >
      <p className={styles.introduction}>
        {form === "package"
          ? "This can be a program, or a package of npm or PyPI. Choose what to run."
          : "Choose the server to connect to."}{" "}
        A command is shown exactly before it starts.
      </p>
      <ul>
        {servers.map((server) => {
          const address = describeServer(server);
          return (
            <li key={server.name}>
              <StarterButton
                icon={server.target.kind === "http" ? Globe : Terminal}
                title={server.name}
                example={address === server.name ? "" : address}
                onPress={() => connector.chooseServer(server)}
              />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function titleOf(form: PasteForm, count: number): string {
  if (form === "package") return "Which command?";
  const what = form === "configuration" ? "Configuration" : "Pasted text";
  return `${what} with ${formatCount(count, "server")}`;
}
