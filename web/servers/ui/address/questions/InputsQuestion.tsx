/** Asks for the input values a server needs before connecting. */
import { type FormEvent, useEffect, useId, useState } from "react";
import type { ConfigInput, ConfiguredServer } from "../../../../../shared/config/configured.ts";
import {
  type Answers,
  fillServer,
  missingInputs,
  urlProblem,
} from "../../../../../shared/config/fillServer.ts";
import { exactLine } from "../../../../../shared/core/text/exactText.ts";
import { realText } from "../../../../../shared/core/text/shownText.ts";
import { configProblemText } from "../../../../../shared/messages/configProblemText.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Checkbox } from "../../../../ui/fields/Checkbox.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { TextField } from "../../../../ui/fields/TextField.tsx";
import { Notice } from "../../../../ui/Notice.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import type { ConnectionQuestion } from "../../../store/connections/questions.ts";
import styles from "./InputsQuestion.module.css";
import { UrlDetails } from "./UrlDetails.tsx";

type InputsQuestion = Extract<ConnectionQuestion, { kind: "inputs" | "pasted-inputs" }>;

export function InputsQuestion({ question }: { question: InputsQuestion }) {
  const { server } = question;
  const { address, isFromLink } = question.kind === "inputs" ? question : {};
  const isPasted = question.kind === "pasted-inputs";
  const { servers, connections } = useStores();
  const { configured, askedValues } = servers;
  const { connector } = connections;
  const [answers, setAnswers] = useState<Answers>(() =>
    // a pasted server that has the name of a configured one does not get its values
    isPasted
      ? Object.fromEntries(server.inputs.map(({ id, initial }) => [id, initial]))
      : configured.answersOf(server),
  );
  const [isStored, setStored] = useState(false);
  const canStore = useCanStore();
  const [isTried, setTried] = useState(false);
  const formId = useId();
  const refused = missingInputs(server, answers);
  const isUsable = fillServer(server, answers) !== undefined;

  useEffect(() => {
    // The author of a link must not decide where stored values are sent.
    if (address === undefined || isFromLink) return;
    let isWanted = true;
    void askedValues.recall(address).then((known) => {
      if (!isWanted) return;
      // Keeps what the user typed in the meantime.
      const isTyped = ([, value]: [string, string]) => value !== "";
      setAnswers((typed) => ({
        ...typed,
        ...known.values,
        ...Object.fromEntries(Object.entries(typed).filter(isTyped)),
      }));
      setStored(known.isStored);
    });
    return () => {
      isWanted = false;
    };
  }, [address, isFromLink, askedValues]);

  const connect = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (refused.length > 0 || !isUsable) return;
    if (address !== undefined) void askedValues.keep(address, answers, isStored);
    connector.answerInputs(answers);
  };

  return (
    <Dialog
      title={`Inputs for ${exactLine(server.name)}`}
      size="small"
      isOpen
      onOpenChange={() => connector.answerInputs(undefined)}
      footer={
        <>
          <Button onPress={() => connector.answerInputs(undefined)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Connect
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={connect} className={styles.form}>
        <p className={styles.words}>
          {exactLine(server.source, 300)} needs these values. They are kept in this tab's memory
          {isStored ? ", and encrypted on this device" : ""}.
        </p>
        {server.inputs.map((input, index) => (
          <InputField
            key={input.id}
            input={input}
            autoFocus={index === 0}
            value={answers[input.id] ?? ""}
            onChange={(value) => setAnswers({ ...answers, [input.id]: value })}
            errorMessage={
              isTried && refused.includes(input.id) ? "This value is required." : undefined
            }
          />
        ))}
        {address !== undefined && !isFromLink && canStore && (
          <Checkbox label="Remember on this device" isSelected={isStored} onChange={setStored} />
        )}
        <Destination server={server} answers={answers} />
        {isTried && !isUsable && (
          <Notice severity="error" title={configProblemText(urlProblem(server))} />
        )}
      </form>
    </Dialog>
  );
}

/** Where the values are sent; a command is shown in a question of its own. */
function Destination({ server, answers }: { server: ConfiguredServer; answers: Answers }) {
  const filled = fillServer(server, answers);
  // while it is typed, the URL may be none yet
  if (filled?.target.kind !== "http") return null;
  const { target, values } = filled;
  const headers = values.map(([name, pieces]) => [name, realText(pieces), pieces] as const);
  return (
    <div>
      <p>Connect sends them to:</p>
      <UrlDetails target={target} headers={headers} />
    </div>
  );
}

/** Whether this browser can encrypt stored values; undefined until the code is loaded. */
function useCanStore(): boolean {
  const { askedValues } = useStores().servers;
  const [canStore, setCanStore] = useState(false);
  useEffect(() => {
    void askedValues.store().then((store) => setCanStore(store !== undefined));
  }, [askedValues]);
  return canStore;
}

function InputField(props: {
  input: ConfigInput;
  autoFocus: boolean;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
}) {
  const { input, value, onChange, errorMessage } = props;
  const isRequired = input.whenEmpty === "refuse";
  const written = exactLine(input.label, 300);
  const label = input.isUnsetVariable
    ? `${written}, which is not set in the environment of the relay`
    : written;
  const common = { label, isRequired, errorMessage };
  if (input.options.length > 0) {
    return (
      <Select<string>
        {...common}
        choices={input.options.map((option) => ({ id: option, label: option }))}
        value={value === "" ? null : value}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      {...common}
      isMono
      autoFocus={props.autoFocus}
      type={input.isSecret ? "password" : "text"}
      autoComplete={input.isSecret ? "new-password" : "off"}
      value={value}
      onChange={onChange}
    />
  );
}
