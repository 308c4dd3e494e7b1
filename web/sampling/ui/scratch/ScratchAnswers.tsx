/** The answers to a scratch request: by the user or by a model. */
import { Trash2 } from "lucide-react";
import { JsonView } from "../../../editor/JsonView.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { ScratchAnswer, ScratchRequest } from "../../store/scratchRequest.ts";
import { readAnswer } from "../answer/answerText.ts";
import { Message } from "../conversation/Conversation.tsx";
import styles from "./Scratch.module.css";

export function ScratchAnswers({ request }: { readonly request: ScratchRequest }) {
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
