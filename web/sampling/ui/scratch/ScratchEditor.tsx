/** A sampling request without a server: its name, its text, and the answers that it got. */
import { Copy, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { revisions } from "../../../../shared/protocol/revisions.ts";
import { JsonView } from "../../../editor/JsonView.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { submitArea } from "../../../ui/submitArea.ts";
import {
  type ScratchAnswer,
  type ScratchRequest,
  savedRequests,
} from "../../store/scratchRequest.ts";
import { AnswerDetails } from "../answer/AnswerDetails.tsx";
import { AnswerForm } from "../answer/AnswerForm.tsx";
import { handModel, readAnswer } from "../answer/answerText.ts";
import { useAnswer } from "../answer/useAnswer.ts";
import { Message } from "../conversation/Conversation.tsx";
import { GeneratePanel } from "../generate/lazyGenerate.tsx";
import { RequestPanel } from "../request/RequestPanel.tsx";
import { parseParams } from "../request/readRequest.ts";
import styles from "./Scratch.module.css";
import { lastText } from "./scratchTitle.ts";
import { useNewScratch } from "./useNewScratch.ts";

const revisionChoices = revisions.map((id) => ({ id, label: id }));

export function ScratchEditor({ request }: { readonly request: ScratchRequest }) {
  const { sampling } = useStores();
  const { id, name, collection, revision, text } = request;
  const isSaved = useStore(sampling.scratch, (all) => savedRequests(all).includes(request));
  const newScratch = useNewScratch();
  const params = useMemo(() => parseParams(text), [text]);
  const state = useAnswer(id, params, revision);
  const [startsWith] = useState(() =>
    // a new one
    text.length < 1000 && lastText(text) === "" ? ("form" as const) : ("conversation" as const),
  );
  const change = (part: Parameters<typeof sampling.scratch.change>[1]) =>
    sampling.scratch.change(id, part);
  const keep = () => {
    if (state.errorText !== undefined) return;
    const model = state.answer?.model ?? handModel;
    const by = model === handModel ? {} : { model };
    sampling.scratch.addAnswer(id, { at: Date.now(), ...by, text: state.text });
    sampling.answerDrafts.remove(id);
  };
  return (
    <section aria-label="Scratch request" className={styles.scratch} {...submitArea(keep)}>
      <div className={styles.fields}>
        <TextField
          label="Name"
          description={savedText(name, isSaved)}
          value={name}
          maxLength={200}
          onChange={(value) => change({ name: value })}
        />
        <TextField
          label="Collection"
          value={collection}
          maxLength={200}
          onChange={(value) => change({ collection: value })}
        />
        <Select
          label="Protocol revision"
          choices={revisionChoices}
          value={revisionChoices.find((choice) => choice.id === revision)?.id ?? null}
          placeholder={revision}
          onChange={(value) => change({ revision: value })}
        />
      </div>
      <RequestPanel
        id={id}
        text={text}
        revision={revision}
        onChange={(value) => change({ text: value })}
        startsWith={startsWith}
      />
      <GeneratePanel request={{ text, revision }} subject={{ kind: "scratch", id }} />
      <AnswerDetails id={id} state={state} params={params} revision={revision} />
      <AnswerForm id={id} state={state} revision={revision} />
      <div className={styles.actions}>
        <Button variant="primary" isDisabled={state.errorText !== undefined} onPress={keep}>
          Keep answer
        </Button>
        <Button
          variant="quiet"
          icon={Copy}
          onPress={() => newScratch({ text, revision, collection })}
        >
          Duplicate
        </Button>
        <Button variant="quiet" icon={Trash2} onPress={() => sampling.scratch.remove(id)}>
          Delete
        </Button>
      </div>
      <ScratchAnswers request={request} />
    </section>
  );
}

function savedText(name: string, isSaved: boolean): string {
  if (name === "") return "A request with a name is saved in this browser.";
  return isSaved ? "Saved." : "Too large to be saved in this browser. Export it to keep it.";
}

/** The answers to a scratch request: by the user or by a model. */
function ScratchAnswers({ request }: { readonly request: ScratchRequest }) {
  const { sampling } = useStores();
  const { id, answers } = request;
  if (answers.length === 0) return null;
  return (
    <section aria-label="Answers" className={styles.answers}>
      <h3 className={styles.title}>Answers</h3>
      {answers.map((answer, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: counted from the oldest, which stays last
        <article key={`${answer.at} ${answers.length - index}`} className={styles.kept}>
          <header className={styles.keptHeader}>
            <span className={styles.by}>
              {answer.model ?? "by hand"} · {new Date(answer.at).toLocaleString("en")}
            </span>
            <Button
              size="small"
              variant="quiet"
              onPress={() => sampling.answerDrafts.change(id, { answerText: answer.text })}
            >
              Edit as answer
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon={Trash2}
              aria-label="Delete answer"
              onPress={() => sampling.scratch.removeAnswer(id, answer)}
            />
          </header>
          <Kept answer={answer} />
        </article>
      ))}
    </section>
  );
}

function Kept({ answer }: { readonly answer: ScratchAnswer }) {
  const read = readAnswer(answer.text);
  if (!read) return <JsonView text={answer.text} label="Answer" maxHeight="12rem" />;
  const blocks = read.blocks.map(({ value }) => value);
  return <Message message={{ role: read.role || "no role", blocks }} />;
}
