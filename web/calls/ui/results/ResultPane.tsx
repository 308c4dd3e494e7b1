/** Shows the newest result of the selected item, or an earlier one, with the recent calls above it. */
import { History, RotateCw, Undo2 } from "lucide-react";
import { startTransition, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { asSentence } from "../../../../shared/messages/phrases.ts";
import { formatMs } from "../../../messages/quantities.ts";
import { useSettingsOf } from "../../../servers/hooks/useServerSettings.ts";
import type { Item } from "../../../servers/store/catalog/items.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { lazyComponent } from "../../../ui/lazyComponent.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { formerCallText, runEnd, runTime, stalenessText } from "../../messages/runMessages.ts";
import type { FormerCall } from "../../store/history/staleness.ts";
import { type DoneRun, isGoodResult, type Run } from "../../store/run.ts";
import { lastGoodBefore } from "./lastGood.ts";
import styles from "./ResultPane.module.css";
import { RunStrip } from "./RunStrip.tsx";
import type { ReadAnyway } from "./readAnyway.ts";
import type { AppOf, ResultView } from "./resultView.ts";
import { TaskSteps } from "./TaskSteps.tsx";

/** Loaded once an item is shown: before that, there is no result. */
const OutcomeView = lazyComponent(
  async () => (await import("./outcome/OutcomeView.tsx")).OutcomeView,
);
const LastGoodResult = lazyComponent(
  async () => (await import("./outcome/LastGoodResult.tsx")).LastGoodResult,
);
const QueueList = lazyComponent(async () => (await import("./QueueList.tsx")).QueueList);
const RunComparison = lazyComponent(
  async () => (await import("./outcome/RunComparison.tsx")).RunComparison,
);

interface ResultPaneProps {
  readonly serverId: string;
  readonly item: Item;
  /** The newest run as it is shown. */
  readonly run: Run | undefined;
  /** The recent runs, oldest first. */
  readonly calls: readonly Run[];
  /** The protocol revision of the connection. */
  readonly revision: string;
  readonly isStale: boolean;
  readonly formerCallOf: (done: DoneRun) => FormerCall | undefined;
  /** Writes the text of arguments into the form. */
  readonly putBack: (argumentsText: string) => void;
  /** Runs the item as it is now; undefined if that is not possible. */
  readonly runAgain: (() => void) | undefined;
  /** Whether something else has the pane, so that earlier results are one line until opened. */
  readonly isAside: boolean;
  /** Sends the request again with a larger response limit; undefined if not possible. */
  readonly readAnyway: ReadAnyway | undefined;
  readonly appOf: AppOf;
}

type Runs = Pick<ResultPaneProps, "run" | "calls">;

const none: Runs = { run: undefined, calls: [] };

export function ResultPane(props: ResultPaneProps) {
  const { serverId, item, revision, isStale, isAside, readAnyway, appOf, runAgain } = props;
  const [isOpenAside, setOpenAside] = useState(false);
  if (isOpenAside && !isAside) setOpenAside(false);
  // A result may be large: it is drawn in slices, between which the page takes input.
  const wanted = useMemo<Runs>(
    () => ({ run: props.run, calls: props.calls }),
    [props.run, props.calls],
  );
  const drawn = useDeferredValue(wanted, none);
  const { run, calls } = drawn;
  const [last, setLast] = useState<DoneRun>();
  const newest = calls.findLast((call) => call.kind === "done");
  if (newest !== undefined && newest !== last) setLast(newest);
  const [chosen, choose] = useState<symbol>();
  const [compared, compare] = useState<symbol>();
  const [isListed, setListed] = useState(false);
  const { settings, change } = useSettingsOf(serverId);
  // stays for the next result
  const [chosenView, chooseView] = useState<ResultView>();
  // A new call switches back to the newest result.
  const [begun, setBegun] = useState(run?.mark);
  if (begun !== run?.mark) {
    setBegun(run?.mark);
    choose(undefined);
    compare(undefined);
  }
  const doneOf = (mark: symbol | undefined) =>
    calls.find((call): call is DoneRun => call.kind === "done" && call.mark === mark);
  const shown = doneOf(chosen) ?? newest ?? last;
  const other = doneOf(compared);
  const app = shown && appOf(shown);
  const isGood = shown !== undefined && isGoodResult(shown);
  const resultView = chosenView ?? (app?.isFirst && isGood ? "app" : "content");
  const changeView = (next: ResultView) => {
    chooseView(next);
    // what is chosen for an error says nothing about results
    if (!app || !isGood || next === "message") return;
    const others = settings.toolsWithoutApp.filter((name) => name !== item.name);
    change({ toolsWithoutApp: next === "app" ? others : [...others, item.name] });
  };
  const former = shown && props.formerCallOf(shown);
  const good = shown && lastGoodBefore(shown, calls);
  const isRunning = calls.some(({ kind }) => kind === "running") || run?.kind === "running";
  const isPending = run?.kind === "running" && chosen === undefined;
  // several calls in progress are cancelled one by one
  const areSeveral = calls.filter(({ kind }) => kind === "running").length > 1;
  if (areSeveral && !isListed) setListed(true);
  const stepped = isPending ? run : shown;
  const pane = useRef<HTMLElement>(null);
  const finished = newest?.mark;

  useEffect(() => OutcomeView.preload(), []);

  const { view } = useStores();
  const shownMark = shown?.mark;
  useEffect(() => {
    view.noteCall(shownMark);
    return () => view.noteCall(undefined);
  }, [view, shownMark]);

  // In the single-column layout a new result may be below the visible area.
  useEffect(() => {
    if (finished !== undefined) pane.current?.scrollIntoView({ block: "nearest" });
  }, [finished]);

  // an app may ask while it is shown, and must not end by that
  if (isAside && !isOpenAside && !(app && resultView === "app")) {
    return (
      <section aria-label="Result" aria-busy={isRunning}>
        {shown && <LastResult done={shown} onShow={() => setOpenAside(true)} />}
      </section>
    );
  }
  return (
    <section ref={pane} aria-label="Result" aria-busy={isRunning} className={styles.pane}>
      {isListed && calls.length > 1 && (
        <RunStrip
          calls={calls}
          shown={isPending ? undefined : shown?.mark}
          compared={compared}
          onShow={(mark) =>
            startTransition(() => {
              choose(mark);
              compare(undefined);
            })
          }
          onCompare={(mark) => startTransition(() => compare(mark === compared ? undefined : mark))}
        />
      )}
      {stepped?.task && (
        <TaskSteps
          task={stepped.task}
          passed={stepped.taskStatuses ?? [stepped.task.status]}
          isDone={stepped.kind === "done"}
        />
      )}
      {props.run?.kind === "running" && props.run.queued === "connections" && (
        <QueueList serverId={serverId} seq={props.run.seq} />
      )}
      {/* in the page from the start, so that what appears in it is announced */}
      <div role="status" aria-label="State of the result">
        {shown && former && (
          <FormerResult
            done={shown}
            former={former}
            putBack={props.putBack}
            againWords={againText[item.kind]}
            runAgain={runAgain}
          />
        )}
      </div>
      {shown && other && other !== shown ? (
        <RunComparison one={other} other={shown} />
      ) : (
        shown && (
          <OutcomeView
            key={String(shown.startedAt)}
            item={item}
            done={shown}
            revision={revision}
            isOld={isStale || isPending || former !== undefined}
            readAnyway={shown === newest ? readAnyway : undefined}
            callWith={
              former === undefined && runAgain
                ? (argumentsText) => {
                    props.putBack(argumentsText);
                    runAgain();
                  }
                : undefined
            }
            app={app?.element}
            view={resultView}
            onView={changeView}
            recent={
              <Sparkline
                calls={calls}
                shown={isPending ? undefined : shown.mark}
                isOpen={isListed}
                onPress={() => setListed(!isListed)}
              />
            }
          />
        )
      )}
      {good && (
        <LastGoodResult
          key={String(good.mark)}
          done={good}
          former={props.formerCallOf(good)}
          name={item.label}
        />
      )}
    </section>
  );
}

const againText: Readonly<Record<Item["kind"], string>> = {
  tool: "Call again",
  prompt: "Get again",
  resource: "Read again",
  template: "Read again",
  skill: "Read again",
  event: "Poll again",
};

interface FormerResultProps {
  readonly done: DoneRun;
  readonly former: FormerCall;
  readonly putBack: (argumentsText: string) => void;
  readonly againWords: string;
  readonly runAgain: (() => void) | undefined;
}

/** Heads a result that is not that of the present request: what has changed, and what to do. */
function FormerResult({ done, former, putBack, againWords, runAgain }: FormerResultProps) {
  const { clock } = useStores();
  const { staleness, argumentsText } = former;
  const isOther = staleness === "other-arguments";
  return (
    <Row wraps className={styles.stale}>
      <History aria-hidden="true" className={styles.staleIcon} />
      <Text weight="strong">
        {isOther ? "Of another call" : asSentence(stalenessText(staleness))}
      </Text>
      <Text size="small" className={styles.staleFacts}>
        {isOther ? formerCallText(former) : `called at ${runTime(done, clock.now())}`}
      </Text>
      {isOther
        ? argumentsText !== undefined && (
            <Button size="small" icon={Undo2} onPress={() => putBack(argumentsText)}>
              Put those arguments back
            </Button>
          )
        : runAgain && (
            <Button size="small" icon={RotateCw} onPress={runAgain}>
              {againWords}
            </Button>
          )}
    </Row>
  );
}

/** The line to which the last result shrinks. */
function LastResult({ done, onShow }: { readonly done: DoneRun; readonly onShow: () => void }) {
  const { clock } = useStores();
  const { text, ms } = runEnd(done);
  const time = runTime(done, clock.now());
  return (
    <div className={styles.last}>
      <span className={styles.lastText}>
        Last result: {[text, ms !== undefined && formatMs(ms), time].filter(Boolean).join(" · ")}
      </span>
      <Button size="small" variant="quiet" onPress={onShow}>
        Show
      </Button>
    </div>
  );
}

interface SparklineProps {
  /** Oldest first. */
  readonly calls: readonly Run[];
  /** The run whose result is shown. */
  readonly shown: symbol | undefined;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

/** Calls that are drawn. */
const maxBars = 12;

/** Height of the longest bar, and of the shortest, in percent. */
const highest = 100;
const lowest = 15;

/** Nothing for a single call. */
function Sparkline({ calls, shown, isOpen, onPress }: SparklineProps) {
  if (calls.length < 2) return null;
  const done = calls.filter((call): call is DoneRun => call.kind === "done").slice(-maxBars);
  const ends = done.map((call) => ({ ...runEnd(call), mark: call.mark }));
  const longest = Math.max(1, ...ends.map(({ ms = 0 }) => ms));
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label="Recent calls"
      aria-expanded={isOpen}
      className={styles.button}
      onPress={onPress}
    >
      {ends.map(({ ms = 0, isGood, mark }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls keep their order
          key={index}
          data-failed={!isGood || undefined}
          data-shown={mark === shown || undefined}
          className={styles.bar}
          style={{ blockSize: `${lowest + (ms / longest) * (highest - lowest)}%` }}
        />
      ))}
    </Button>
  );
}
