/** Creates the frame of an app; it is kept while nothing shows it, and ends when the state of the app has another one. */
import type { AppFrame } from "../store/appState.ts";
import type { FrameOfApp, RunningApp } from "../store/runningAppTypes.ts";
import styles from "./AppCard.module.css";
import { guardTyping } from "./guardTyping.ts";

/** Moves a node without loading the frames in it again; newer browsers only. */
interface MovableTo {
  moveBefore?(node: Node, before: Node | null): void;
}

/**
 * Creates the frame in an element, and runs the bridge of the app with it.
 * @param container has the attribute `data-filling` if the app does not decide the height
 */
export function createAppFrame(
  app: RunningApp,
  { generation, place, allow }: AppFrame,
  title: string,
  container: HTMLElement,
): FrameOfApp {
  const document = container.ownerDocument;
  const page = document.defaultView;
  const iframe = document.createElement("iframe");
  iframe.title = title;
  iframe.className = styles.iframe ?? "";
  iframe.setAttribute("sandbox", place.sandbox);
  iframe.allow = allow;
  iframe.src = place.url;
  let isOver = false;
  let isSeen = true;

  /** @returns whether the browser can do that without loading the frame again */
  const moveTo = (element: Element & MovableTo): boolean => {
    if (element.ownerDocument !== document || !element.moveBefore) return false;
    try {
      element.moveBefore(iframe, null);
      return true;
    } catch {
      // it is in no document any more
      return false;
    }
  };
  const frame: FrameOfApp = {
    generation,
    post: (text) => iframe.contentWindow?.postMessage(text, place.targetOrigin),
    size() {
      const isFilling = iframe.parentElement?.hasAttribute("data-filling");
      return { width: iframe.clientWidth, ...(isFilling && { height: iframe.clientHeight }) };
    },
    async setDisplayMode(mode) {
      const card = iframe.closest("[data-app-card]");
      if (mode === "fullscreen") await card?.requestFullscreen().catch(() => undefined);
      else if (document.fullscreenElement) await document.exitFullscreen();
      return document.fullscreenElement ? "fullscreen" : "inline";
    },
    show(element) {
      // React may only have mounted the component twice
      if (isOver || (iframe.parentElement !== element && !moveTo(element))) return false;
      isSeen = true;
      iframe.hidden = false;
      observer.observe(iframe);
      return true;
    },
    leave() {
      if (isOver) return;
      // unseen, it has no size
      observer.disconnect();
      guard.giveBack();
      isSeen = false;
      if (!app.getState().ended && moveTo(document.body)) iframe.hidden = true;
      else queueMicrotask(() => !isSeen && !isOver && app.suspend());
    },
    end() {
      if (isOver) return;
      isOver = true;
      stop();
      observer.disconnect();
      guard.giveBack();
      // the app is told before it ends
      iframe.hidden = true;
      moveTo(document.body);
      void bridge.end().finally(() => {
        page?.removeEventListener("message", take);
        // it can still take the focus while it ends
        guard.end();
        iframe.remove();
      });
    },
  };
  // before the sandbox can send its first message
  const bridge = app.attach(frame);
  const take = ({ source, origin, data }: MessageEvent) => {
    const isFrame = source !== null && source === iframe.contentWindow;
    if (isFrame && origin === place.eventOrigin) bridge.receive(data);
  };
  page?.addEventListener("message", take);
  const guard = guardTyping(iframe, () => {
    if (!isOver) app.noteFocusTaken();
  });
  const observer = new ResizeObserver(bridge.resized);
  const stop = app.subscribe((state) => {
    if (state.frame?.generation !== generation) frame.end();
  });
  container.append(iframe);
  observer.observe(iframe);
  return frame;
}
