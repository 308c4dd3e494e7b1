/** Asks before starting a process or contacting a link's server, and for missing input values. */
import type { HttpTarget, StdioTarget } from "../../../../shared/config/target.ts";
import { placeholdersIn } from "../../../../shared/recording/placeholders.ts";
import { useStores } from "../../../hooks/StoresContext.tsx";
import type { CommandSource, Question } from "../../../stores/connections/questions.ts";
import type { FoundHttpServer } from "../../../stores/servers/foundHttpServer.ts";
import { AlertDialog } from "../../../ui/overlays/AlertDialog.tsx";
import { CommandDetails, hidesSomething } from "./CommandDetails.tsx";
import { ExactText } from "./ExactText.tsx";
import { HostRemarks } from "./HostRemarks.tsx";
import { InputsQuestion } from "./InputsQuestion.tsx";
import styles from "./Questions.module.css";
import { ServerChoice } from "./ServerChoice.tsx";

export function Questions({ question }: { question: Question }) {
  const { connector } = useStores().connections;
  const answers = {
    isOpen: true,
    onConfirm: () => connector.answerQuestion(true),
    onCancel: () => connector.answerQuestion(false),
  };
  switch (question.kind) {
    case "inputs":
      return <InputsQuestion question={question} />;
    case "choose":
      return <ServerChoice servers={question.servers} form={question.form} />;
    case "start": {
      const { target, source } = question;
      return (
        <AlertDialog
          {...answers}
          title="Start command?"
          confirmLabel="Start"
          size="medium"
          isGuarded={source.kind !== "person" || hidesSomething(target)}
        >
          <StartQuestion target={target} source={source} />
        </AlertDialog>
      );
    }
    case "connect-found":
      return (
        <AlertDialog {...answers} title="Connect?" confirmLabel="Connect" isGuarded>
          <ConnectFoundQuestion found={question.found} />
        </AlertDialog>
      );
    case "connect":
      return (
        <AlertDialog {...answers} title="Connect?" confirmLabel="Connect" isGuarded>
          {question.target.kind === "http" && <ConnectQuestion target={question.target} />}
        </AlertDialog>
      );
  }
}

const shownValues = {
  person: "none",
  link: "all",
  pasted: "unless-secret",
  configured: "unless-secret",
} as const;

function StartQuestion({ target, source }: { target: StdioTarget; source: CommandSource }) {
  return (
    <>
      <p className={styles.introduction}>{introductionOf(source)}</p>
      <CommandDetails
        target={uncovered(target)}
        shownValues={shownValues[source.kind]}
        change={changeOf(source)}
      />
    </>
  );
}

/**
 * An answer to a placeholder masks the whole word that contains it, and the author of the address
 * may have put more into that word: all of it is shown before the command starts.
 */
function uncovered(target: StdioTarget): StdioTarget {
  if (placeholdersIn(target.shown ?? "").length === 0) return target;
  const { masked: _, ...whole } = target;
  return whole;
}

function changeOf(source: CommandSource) {
  const check = source.kind === "configured" ? source.check : undefined;
  return check?.kind === "changed" ? check : undefined;
}

function introductionOf(source: CommandSource) {
  const starts = "The relay starts this program on your machine, with your permissions";
  if (source.kind === "person") return `${starts}:`;
  if (source.kind === "pasted") return `The command was read from the pasted text. ${starts}:`;
  if (source.kind === "link") return `The command came from a link. ${starts}:`;
  const { server, check } = source;
  if (check.kind === "unverifiable") {
    return `Over plain http this page cannot check whether "${server.name}" of ${server.source} has changed. ${starts}:`;
  }
  if (server.isFound && !check.before) {
    return `"${server.name}" is in ${server.source}, a file of another client. ${starts}:`;
  }
  const when = check.before ? "since you approved it last" : "since the relay was started";
  return `"${server.name}" in ${server.source} has changed ${when}. ${starts}:`;
}

function ConnectFoundQuestion({ found }: { found: FoundHttpServer }) {
  const { server, shownUrl, variables } = found;
  const url = URL.parse(shownUrl);
  return (
    <>
      <p className={styles.introduction}>
        "<ExactText text={server.name} />" is in <ExactText text={server.source} />, a file of
        another client. It gets values of the relay's environment:{" "}
        <strong>
          <ExactText text={variables.join(", ")} />
        </strong>
        . Connecting sends them to:
      </p>
      {url && <HostRemarks url={url} />}
      <pre className={styles.exact}>
        <ExactText text={shownUrl} />
      </pre>
    </>
  );
}

function ConnectQuestion({ target }: { target: HttpTarget }) {
  const url = new URL(target.url);
  // Parsed for the host warnings only; nothing is sent from here.
  if (target.userinfo !== undefined) url.username = "user";
  return (
    <>
      <p className={styles.introduction}>
        The address came from a link. Connecting sends requests to <strong>{url.host}</strong>:
      </p>
      <HostRemarks url={url} />
      <pre className={styles.exact}>
        <ExactText text={target.url} />
      </pre>
    </>
  );
}
