/** A button that shows more of a list when it is pressed, or comes near the visible part of the page. */
import { type ReactNode, startTransition, useEffect, useRef } from "react";
import { Button } from "../Button.tsx";

/** How far outside the visible part it counts as near. */
const margin = "600px";

interface ShowMoreProps {
  /** How much is shown; when it changes, the button's position is checked again. */
  readonly shown: number;
  readonly onNear: () => void;
  readonly onPress: () => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function ShowMore({ shown, onNear, onPress, className, children }: ShowMoreProps) {
  const element = useRef<HTMLDivElement>(null);
  const near = useRef(onNear);
  near.current = onNear;

  // biome-ignore lint/correctness/useExhaustiveDependencies: an observer calls back only for changes
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        startTransition(() => near.current());
      },
      // The list may scroll in a pane, whose edges only the second margin moves.
      { rootMargin: margin, scrollMargin: margin } as IntersectionObserverInit,
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [shown]);

  return (
    <div ref={element}>
      <Button size="small" variant="quiet" className={className} onPress={onPress}>
        {children}
      </Button>
    </div>
  );
}
