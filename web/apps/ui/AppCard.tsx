/** The frame of an app with the bar of the page above it, inline, in full screen or in a window of its own. */
import { AppWindow, ExternalLink, Maximize2, Minimize2, RotateCw } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { useOpenRequest } from "../../inbox/hooks/useOpenRequest.ts";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { formatCount } from "../../messages/quantities.ts";
import type { Item } from "../../servers/store/catalog/items.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import type { AppFrame, AppState } from "../store/appState.ts";
import { type HostChoices, maximumHeight } from "../store/hostChoices.ts";
import type { RunningApp } from "../store/runningAppTypes.ts";
import styles from "./AppCard.module.css";
import { AppQuestionCard } from "./AppQuestionCard.tsx";
import { createAppFrame } from "./createAppFrame.ts";

interface AppCardProps {
  readonly app: RunningApp;
  readonly state: AppState;
  readonly tool: Item;
  /** A request of the app for a model's answer, which the page shows beside the call. */
  readonly asked: InboxItem | undefined;
}

/** Height of a frame whose app has not told its own, in pixels. */
const usualHeight = 320;

export function AppCard({ app, state, tool, asked }: AppCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState<Window>();
  const [isBlocked, setBlocked] = useState(false);
  const questions = useStore(app.questions);
  const { open: showRequest } = useOpenRequest(asked);
  const { choices } = state;
  const isFull = choices.displayMode === "fullscreen";
  const title = `App: ${exactLine(tool.name, 80)}`;

  useEffect(() => {
    const follow = () =>
      app.choose({
        displayMode: document.fullscreenElement === card.current ? "fullscreen" : "inline",
      });
    // not every browser leaves by itself
    const leave = ({ key }: KeyboardEvent) => {
      const isOurs = document.fullscreenElement === card.current && card.current !== null;
      if (key === "Escape" && isOurs) void document.exitFullscreen();
    };
    follow();
    document.addEventListener("fullscreenchange", follow);
    document.addEventListener("keydown", leave);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      document.removeEventListener("keydown", leave);
    };
  }, [app]);
  useOwnWindow(own, title, () => setOwn(undefined));

  const { frame, ended, resource, read } = state;
  const isUnusable = resource?.kind === "unusable" || (read !== undefined && read.kind !== "read");
  const [question, ...waiting] = questions;
  const shown = frame && (
    // a frame that is moved loses its state: another window is another frame
    <Frame
      key={`${frame.generation} ${own ? "own" : "page"}`}
      app={app}
      frame={frame}
      title={title}
      height={isFull || own ? undefined : Math.min(state.height ?? usualHeight, maximumHeight)}
      theme={choices.theme}
    />
  );
  return (
    <div
      ref={card}
      data-app-card
      className={styles.card}
      data-full={isFull || undefined}
      style={{ inlineSize: choices.width === "full" ? undefined : `${choices.width}px` }}
    >
      <Row as="header" className={styles.bar}>
        <AppWindow aria-hidden="true" className={styles.icon} />
        <Text weight="medium" isCut>
          {title}
        </Text>
        {frame?.place.isOpaque && <Badge>no storage</Badge>}
        <Row as="span" gap={0} className={styles.controls}>
          <IconButton
            label="Reload app"
            icon={RotateCw}
            size="small"
            onPress={() => void app.load()}
          />
          <IconButton
            label={isFull ? "Leave full screen" : "Full screen"}
            icon={isFull ? Minimize2 : Maximize2}
            size="small"
            isDisabled={own !== undefined || (!isFull && state.app?.isFullScreenAllowed === false)}
            onPress={() =>
              void (isFull ? document.exitFullscreen() : card.current?.requestFullscreen())
            }
          />
          <Button
            variant="quiet"
            icon={ExternalLink}
            size="small"
            isDisabled={isFull || own !== undefined}
            onPress={() => {
              const opened = open("", "", "popup,width=720,height=640");
              setOwn(opened ?? undefined);
              setBlocked(opened === null);
            }}
          >
            Open in a window
          </Button>
        </Row>
      </Row>
      <div role="status">
        {asked && (
          <p className={styles.note}>
            The app asks a model.{" "}
            <Button
              size="small"
              onPress={async () => {
                if (isFull) await document.exitFullscreen();
                showRequest();
              }}
            >
              Show the request
            </Button>
          </p>
        )}
      </div>
      {waiting.length > 0 && (
        <p className={styles.note}>
          {formatCount(waiting.length, "other question")} after this one
        </p>
      )}
      {isBlocked && (
        <p className={styles.note}>
          The browser blocked the window: allow this page to open windows, then try again.
        </p>
      )}
      {ended === "navigated" && (
        <p className={styles.note}>The app left its document. The connection to it is closed.</p>
      )}
      {ended === "focus" && (
        <p className={styles.note}>
          The app took the keyboard while you typed, again and again, so it was closed. Reload the
          app to go on.
        </p>
      )}
      {isUnusable && <EmptyState title="No app to show">The checklist says why.</EmptyState>}
      {own ? (
        <>
          <p className={styles.note}>
            It runs in its own window.{" "}
            <Button size="small" onPress={() => own.close()}>
              Bring it back
            </Button>
          </p>
          {createPortal(
            <div className={styles.own}>
              <Row as="header" className={styles.bar}>
                <AppWindow aria-hidden="true" className={styles.icon} />
                <Text weight="medium" isCut>
                  {title}
                </Text>
              </Row>
              <div role="status">
                {(question ?? asked) && (
                  <p className={styles.note}>The app asks you something. Answer it in the page.</p>
                )}
              </div>
              {shown}
            </div>,
            own.document.body,
          )}
        </>
      ) : (
        shown
      )}
      {/* over the lower edge of a long app: a frame that is pushed out of sight is not painted */}
      {question && (
        <div className={styles.question}>
          <AppQuestionCard key={question.key} question={question} tool={tool.name} />
        </div>
      )}
    </div>
  );
}

interface FrameProps {
  readonly app: RunningApp;
  readonly frame: AppFrame;
  readonly title: string;
  /** Pixels; fills its container if undefined. */
  readonly height: number | undefined;
  readonly theme: HostChoices["theme"];
}

/** Shows the frame that the app has, or gives it one. */
function Frame({ app, frame, title, height, theme }: FrameProps) {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!container.current) return;
    const known = app.attached();
    if (known?.generation === frame.generation && known.show(container.current)) return known.leave;
    // it is in another window, where it would be loaded again
    known?.end();
    return createAppFrame(app, frame, title, container.current).leave;
  }, [app, frame, title]);
  return (
    <div
      ref={container}
      data-filling={height === undefined || undefined}
      className={styles.frame}
      style={{ blockSize: height, colorScheme: theme }}
    />
  );
}

/** Gives a window the title and styles of the page, and notes when it is closed. */
function useOwnWindow(own: Window | undefined, title: string, onClosed: () => void): void {
  const closed = useRef(onClosed);
  closed.current = onClosed;
  useLayoutEffect(() => {
    if (!own) return;
    const { document: page } = own;
    page.title = title;
    for (const [name, value] of Object.entries(document.documentElement.dataset)) {
      page.documentElement.dataset[name] = value ?? "";
    }
    for (const sheet of document.querySelectorAll("style, link[rel=stylesheet]")) {
      page.head.append(sheet.cloneNode(true));
    }
    const note = () => closed.current();
    own.addEventListener("pagehide", note);
    // without this page, nothing answers the app
    const close = () => own.close();
    window.addEventListener("pagehide", close);
    return () => {
      own.removeEventListener("pagehide", note);
      window.removeEventListener("pagehide", close);
      close();
    };
  }, [own, title]);
}
