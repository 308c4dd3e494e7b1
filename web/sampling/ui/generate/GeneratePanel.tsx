/** Generates answers to a sampling request with configured models; nothing is sent to the server here. */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { chooseModel } from "../../../../shared/models/chooseModel.ts";
import { maxColumns } from "../../../chat/store/unsentMessages.ts";
import { addChoice, ModelTicks } from "../../../content/ModelComparison.tsx";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";
import { unansweredText } from "../../messages/limitMessages.ts";
import { modelChoiceText } from "../../messages/modelMessages.ts";
import { toolTurnsOf } from "../../store/answerByModel.ts";
import {
  draftKey,
  type Generation,
  type GenerationTarget,
  subjectKey,
} from "../../store/generations.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import styles from "./Generate.module.css";
import { GenerationView } from "./GenerationView.tsx";
import { MappingPreview } from "./MappingPreview.tsx";
import { ModelFailureNotice } from "./ModelFailureNotice.tsx";

export interface GeneratePanelProps {
  readonly request: {
    /** The params of `sampling/createMessage` as JSON text. */
    readonly text: string;
    /** The revision of the server that asks. */
    readonly revision: string;
  };
  readonly subject: GenerationTarget;
  /** Omits the reason why a model is preset, so that the answer is visible as well. */
  readonly isCompact?: boolean;
}

const none: readonly Generation[] = [];

/** CSS pixels above the answers when they are scrolled to. */
const scrollMargin = 8;

export function GeneratePanel(props: GeneratePanelProps) {
  const { view } = useStores();
  const { models: store, generations } = useModelStores();
  const { models } = useStore(store);
  const key = subjectKey(props.subject);
  const own = useStore(generations, (all) => all.get(key)) ?? none;
  const columns = useRef<HTMLDivElement>(null);
  const [picked, pick] = useState<string>();
  const addModel = () =>
    view.addModel({
      place: props.subject.kind === "request" ? "the request" : "Sampling",
      onAdded: ([id]) => pick(id),
    });
  const newest = props.subject.kind === "request" ? own[0]?.id : undefined;

  // what was asked may take the whole card
  useEffect(() => {
    if (newest !== undefined && columns.current) scrollToStart(columns.current);
  }, [newest]);
  return (
    <Stack as="section" aria-label="Generate with a model" className={styles.panel}>
      <UnansweredNotice subject={props.subject} />
      {models.length === 0 ? (
        <p className={styles.hint}>
          A model can write the answer.{" "}
          <Button size="small" onPress={addModel}>
            Add a model
          </Button>
        </p>
      ) : (
        <Controls {...{ ...props, models, own, picked, pick, addModel }} />
      )}
      {own.length > 0 && (
        <div ref={columns} className={styles.columns}>
          {own.map((generation) => (
            <GenerationView
              key={generation.id}
              generation={generation}
              all={own}
              draftKey={draftKey(props.subject)}
            />
          ))}
        </div>
      )}
    </Stack>
  );
}

interface ControlsProps extends GeneratePanelProps {
  readonly models: readonly ConfiguredModel[];
  readonly own: readonly Generation[];
  /** The id of the model that the user picked or added. */
  readonly picked: string | undefined;
  readonly pick: (id: string) => void;
  readonly addModel: () => void;
}

function Controls(props: ControlsProps) {
  const { request, subject, models, own, isCompact = false, picked, pick, addModel } = props;
  const { generations } = useModelStores();
  const [isComparing, setComparing] = useState(false);
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    models.slice(0, maxColumns).map(({ id }) => id),
  );
  const text = useDeferredValue(request.text);
  const params = useMemo(() => parseJsonObject(text), [text]);
  const { chosen, reasons } = useMemo(
    () => chooseModel(getOwn(params, "modelPreferences"), models),
    [params, models],
  );
  const model = models.find(({ id }) => id === picked) ?? chosen;
  const wanted = isComparing
    ? models.filter(({ id }) => ticked.includes(id))
    : model
      ? [model]
      : [];
  const isRunning = own.some(({ end }) => !end);
  const generate = () =>
    generations.generate(subject, parseJsonObject(request.text), request.revision, wanted);
  return (
    <>
      <Row align="end" wraps>
        {isComparing ? (
          <ModelTicks models={models} ticked={ticked} onChange={setTicked} />
        ) : (
          <Select
            label="Answering model"
            choices={[...models.map(({ id, name }) => ({ id, label: name })), addChoice]}
            value={model?.id ?? null}
            onChange={(id) => (id === addChoice.id ? addModel() : pick(id))}
            className={styles.picker}
          />
        )}
        <Button
          isDisabled={params === undefined || wanted.length === 0}
          isBusy={isRunning}
          onPress={generate}
        >
          Generate
        </Button>
        {(models.length > 1 || isComparing || own.length > 0) && (
          <Switch label="Side by side" isSelected={isComparing} onChange={setComparing} />
        )}
      </Row>
      {!isComparing && !isCompact && (
        <p className={styles.hint}>
          {model === chosen || !chosen
            ? modelChoiceText(reasons)
            : `The preferences of the request select ${chosen.name}. ${modelChoiceText(reasons)}`}
        </p>
      )}
      <ToolTurns params={params} />
      {wanted.length > 0 && params && (
        <MappingPreview params={params} revision={request.revision} models={wanted} />
      )}
    </>
  );
}

/** The loop of tools goes through the server: it runs the tools and asks again with their results. */
function ToolTurns({ params }: { readonly params: unknown }) {
  const tools = getOwn(params, "tools");
  const turns = toolTurnsOf(params);
  if (turns === 0 && !(Array.isArray(tools) && tools.length > 0)) return null;
  return (
    <p className={styles.hint}>
      Turn {turns + 1} of a conversation with tools. Where the answer uses a tool, the server runs
      it and asks again with the result.
    </p>
  );
}

/**
 * Moves the start of an element to the top of the nearest container that scrolls, and no other
 * container, as `scrollIntoView` does.
 */
function scrollToStart(element: HTMLElement): void {
  let container = element.parentElement;
  while (container && !scrolls(container)) container = container.parentElement;
  if (!container) return;
  const distance = element.getBoundingClientRect().top - container.getBoundingClientRect().top;
  container.scrollTop += distance - scrollMargin;
}

function scrolls(element: HTMLElement): boolean {
  const { overflowY } = getComputedStyle(element);
  const isScroller = overflowY === "auto" || overflowY === "scroll";
  return isScroller && element.scrollHeight > element.clientHeight;
}

/** Explains why a rule's model left a request to the user. */
function UnansweredNotice({ subject }: { readonly subject: GenerationTarget }) {
  const { inbox, view } = useStores();
  const { answers, models } = useModelStores();
  const items = useStore(inbox.requests);
  const item =
    subject.kind === "request" ? items.find(({ key }) => key === subject.key) : undefined;
  const why = item && answers.whyUnanswered(item.input);
  if (!why) return null;
  const { title, text } = unansweredText(why);
  const model =
    why.kind === "failed"
      ? models.getState().models.find(({ name }) => name === why.model)
      : undefined;
  return (
    <>
      <Notice
        severity="warning"
        title={title}
        isLive={false}
        actions={
          why.kind === "limit" && (
            <Button size="small" onPress={() => view.showSampling("models")}>
              Show limits
            </Button>
          )
        }
      >
        {text}
      </Notice>
      {why.kind === "failed" && model && why.end.outcome.kind === "failed" && (
        <ModelFailureNotice model={model} end={why.end} failure={why.end.outcome.failure} />
      )}
    </>
  );
}
