/** Shows what a model generates: its text as it streams, then the answer with time, tokens and cost. */
import { useStore } from "zustand";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import type { ModelOutcome } from "../../../../shared/models/model.ts";
import { FigureBars } from "../../../content/ModelComparison.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";
import { figuresText } from "../../messages/figuresMessages.ts";
import { type Generation, modelAnswer, type StreamedBlock } from "../../store/generations.ts";
import type { GenerationEnd } from "../../store/runModel.ts";
import { Block } from "../conversation/Block.tsx";
import { LongText } from "../conversation/LongText.tsx";
import { blocksOf } from "../request/readRequest.ts";
import styles from "./Generate.module.css";
import { ModelFailureNotice } from "./ModelFailureNotice.tsx";
import { NoteList } from "./NoteList.tsx";

interface GenerationViewProps {
  readonly generation: Generation;
  /** Those beside it, with itself. */
  readonly all: readonly Generation[];
  /** The draft of the answer that it may become; undefined if no server waits for one. */
  readonly draftKey: string | undefined;
}

/** Blocks beyond these are not drawn. */
const shownBlocks = 50;

export function GenerationView({ generation, all, draftKey }: GenerationViewProps) {
  const { view, sampling } = useStores();
  const { answerDrafts } = sampling;
  const isUsed = useStore(
    answerDrafts,
    (drafts) => draftKey !== undefined && drafts.get(draftKey)?.used?.id === generation.id,
  );
  const { generations, models } = useModelStores();
  const { model, end, seq } = generation;
  const isChoice = all.length > 1;
  const name = isChoice ? `${all.indexOf(generation) + 1}: ${model.name}` : model.name;
  const result = end && resultOf(end.outcome);
  const failure = end?.outcome.kind === "failed" ? end.outcome.failure : undefined;
  const useText = failure ? "Use what arrived" : "Use this answer";
  const use =
    draftKey === undefined
      ? undefined
      : () => result && answerDrafts.use(draftKey, modelAnswer(generation, result));
  return (
    <Stack
      as="section"
      aria-label={`Answer of ${name}`}
      aria-busy={!end}
      data-used={isUsed || undefined}
      className={styles.generation}
    >
      <Row as="header" wraps className={styles.head}>
        {isChoice && use && (
          <input
            type="radio"
            name={`answer of ${draftKey}`}
            aria-label={useText}
            checked={isUsed}
            disabled={!result}
            onChange={use}
            className={styles.choice}
          />
        )}
        <h4 className={styles.heading}>{name}</h4>
        <span role="status" className={styles.hint}>
          {!end && "Generating…"}
          {end && !isChoice && figuresText(end.outcome, end.cost)}
        </span>
      </Row>
      {failure && end && (
        <ModelFailureNotice
          model={model}
          end={end}
          failure={failure}
          onRelay={() => {
            const now = models.getState().models.find(({ id }) => id === model.id);
            if (now) models.change({ ...now, route: "relay" });
          }}
        />
      )}
      <Reasoning blocks={generation.blocks} />
      {result ? (
        <>
          {blocksOf(result.content)
            .slice(0, shownBlocks)
            .map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one answer keep their order
              <Block key={index} block={block} />
            ))}
          <p className={styles.hint}>
            model {showHidden(textOfJson(result.model))} · stop reason{" "}
            {showHidden(textOfJson(result.stopReason ?? "not reported"))}
          </p>
        </>
      ) : (
        <Streamed blocks={generation.blocks} />
      )}
      {end && isChoice && (
        <FigureBars
          figures={figuresOf(end)}
          all={all.flatMap((one) => (one.end ? [figuresOf(one.end)] : []))}
        />
      )}
      {end && <ReplyNotes outcome={end.outcome} />}
      <Row align="end" wraps>
        {!end && <Button onPress={() => generations.stop(generation.id)}>Stop</Button>}
        {result && !isChoice && use && (
          <Button aria-pressed={isUsed} onPress={use}>
            {useText}
          </Button>
        )}
        {seq !== undefined && (
          <Button size="small" variant="quiet" onPress={() => view.showEntry(seq)}>
            Show in Traffic
          </Button>
        )}
      </Row>
    </Stack>
  );
}

function figuresOf({ outcome: { usage, elapsedMs, firstDeltaMs }, cost }: GenerationEnd) {
  return { ...usage, elapsedMs, firstDeltaMs, cost };
}

function resultOf(outcome: ModelOutcome) {
  return outcome.kind === "reply" ? outcome.reply : outcome.partial;
}

function Streamed({ blocks }: { readonly blocks: readonly StreamedBlock[] }) {
  return blocks
    .filter(({ kind }) => kind !== "reasoning")
    .slice(0, shownBlocks)
    .map(({ block, kind, name, text }) => (
      <div key={`${block} ${kind}`}>
        {kind === "tool-use" && <p className={styles.hint}>Tool use {showHidden(name ?? "")}</p>}
        {kind === "refusal" && <p className={styles.hint}>Refusal</p>}
        <LongText text={text} />
      </div>
    ));
}

/** It is not part of the answer. */
function Reasoning({ blocks }: { readonly blocks: readonly StreamedBlock[] }) {
  const text = blocks
    .filter(({ kind }) => kind === "reasoning")
    .map((block) => block.text)
    .join("\n");
  if (text === "") return null;
  return (
    <Disclosure title="Reasoning" hint="not part of the answer" level={4}>
      <LongText text={text} />
    </Disclosure>
  );
}

function ReplyNotes({ outcome }: { readonly outcome: ModelOutcome }) {
  const notes = outcome.notes.filter(({ side }) => side === "reply");
  if (notes.length === 0) return null;
  return (
    <Disclosure title="Notes on the answer" hint={notes.length} level={4}>
      <NoteList notes={notes} />
    </Disclosure>
  );
}
