/** A separator that moves the border between two panes, with the mouse and with the keyboard. */
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import styles from "./Splitter.module.css";

/** Share of the room per press of an arrow key. */
const step = 0.05;

interface SplitterProps {
  /** Accessible name. */
  readonly label: string;
  /** Orientation of the line: `vertical` between panes beside each other. */
  readonly orientation: "vertical" | "horizontal";
  /** The id of the pane before the line. */
  readonly controls: string;
  readonly limits: SizeLimits;
  readonly onMove: (sizes: Sizes) => void;
  /** Called by a double click. */
  readonly onReset: () => void;
  /** The pane that the line closes at its edge, and Enter closes and opens; if there is one. */
  readonly fold?: Fold;
}

/** Sizes in pixels, where the line is to be. */
interface Sizes {
  readonly before: number;
  readonly after: number;
  /** Of both panes and the line. */
  readonly room: number;
}

interface Fold {
  readonly pane: "before" | "after";
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}

/**
 * Its siblings are the two panes, its parent element is their room.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/windowsplitter/
 */
export function Splitter(props: SplitterProps) {
  const { label, orientation, controls, limits, onMove, onReset, fold } = props;
  const element = useRef<HTMLDivElement>(null);
  /** Distance between the line and the pointer that has pressed it. */
  const grip = useRef(0);
  const isVertical = orientation === "vertical";
  const { now, least, most } = useShares(element, isVertical, limits);
  const measure = () => measureAt(element.current, isVertical);
  const pointerAt = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);

  const move = (wanted: number, { room, line }: SplitterPlace) => {
    const [smallest, largest] = limits(room);
    const before = Math.max(smallest, Math.min(wanted, largest));
    onMove({ before, after: room - line - before, room });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const place = measure();
    if (!place) return;
    const wanted = sizeOfKey(event.key, isVertical, place);
    if (fold && (event.key === "Enter" || (wanted !== undefined && !fold.isOpen))) {
      fold.onChange(!fold.isOpen);
    } else if (wanted !== undefined) move(wanted, place);
    else return;
    event.preventDefault();
  };

  const onPointerDown = (event: PointerEvent) => {
    const place = measure();
    if (event.button !== 0 || !place) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = pointerAt(event) - place.start - place.size;
  };

  const onPointerMove = (event: PointerEvent) => {
    const place = event.currentTarget.hasPointerCapture(event.pointerId) && measure();
    if (!place) return;
    const wanted = pointerAt(event) - place.start - grip.current;
    const isOpen = !fold || isFarFromEdge(wanted, place.room, limits(place.room), fold.pane);
    if (fold && isOpen !== fold.isOpen) fold.onChange(isOpen);
    if (isOpen) move(wanted, place);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <div
      ref={element}
      role="separator"
      title={label}
      aria-orientation={orientation}
      aria-valuenow={now}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-controls={controls}
      tabIndex={0}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={onReset}
    />
  );
}

/** Whether the pane at the edge would keep at least half of its smallest size. */
function isFarFromEdge(
  size: number,
  room: number,
  [least, most]: ReturnType<SizeLimits>,
  pane: Fold["pane"],
): boolean {
  return pane === "before" ? size >= least / 2 : room - size >= (room - most) / 2;
}

function sizeOfKey(
  key: string,
  isVertical: boolean,
  { room, size }: SplitterPlace,
): number | undefined {
  switch (key) {
    case isVertical ? "ArrowLeft" : "ArrowUp":
      return size - step * room;
    case isVertical ? "ArrowRight" : "ArrowDown":
      return size + step * room;
    case "Home":
      return 0;
    case "End":
      return room;
    default:
      return undefined;
  }
}

/** Where a separator is, in pixels. */
interface SplitterPlace {
  /** Where the room of both panes starts on the screen. */
  readonly start: number;
  /** Size of both panes and the line. */
  readonly room: number;
  /** Size of the pane before the line. */
  readonly size: number;
  /** Thickness of the line. */
  readonly line: number;
}

/** The least and the largest size of the pane before the line, all in pixels. */
type SizeLimits = (room: number) => readonly [least: number, most: number];

/** @returns undefined while the line is not on the page */
function measureAt(element: HTMLElement | null, isVertical: boolean): SplitterPlace | undefined {
  const room = element?.parentElement?.getBoundingClientRect();
  const pane = element?.previousElementSibling?.getBoundingClientRect();
  if (!room || !pane) return undefined;
  const line = element?.getBoundingClientRect();
  return isVertical
    ? { start: room.left, room: room.width, size: pane.width, line: line?.width ?? 0 }
    : { start: room.top, room: room.height, size: pane.height, line: line?.height ?? 0 };
}

/** @returns the separator's values in percent, kept current */
function useShares(
  element: RefObject<HTMLDivElement | null>,
  isVertical: boolean,
  limits: SizeLimits,
) {
  const [[now, least, most], setShares] = useState<
    readonly [now: number, least: number, most: number]
  >([50, 0, 100]);
  const update = useEffectEvent(() => {
    const { room = 0, size = 0 } = measureAt(element.current, isVertical) ?? {};
    if (room === 0) return;
    const [least, most] = limits(room);
    const percent = (part: number) => Math.round((part / room) * 100);
    // a closed pane is beyond its limit
    setShares([percent(size), percent(Math.min(least, size)), percent(Math.max(most, size))]);
  });
  useLayoutEffect(() => {
    const line = element.current;
    const observer = new ResizeObserver(update);
    for (const observed of [line?.parentElement, line?.previousElementSibling]) {
      if (observed) observer.observe(observed);
    }
    return () => observer.disconnect();
  }, [element]);
  return { now, least, most };
}
