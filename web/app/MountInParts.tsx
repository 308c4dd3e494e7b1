/** Mounts the page part by part, so that no task of the first load renders all of it. */
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";

/** The number of mounted parts; all of them outside of `MountInParts`. */
const MountedParts = createContext(Number.POSITIVE_INFINITY);

interface MountInPartsProps {
  /** The number of the last part; parts of number 0 are mounted immediately. */
  readonly last: number;
  /** Called in the commit of the last part, before the browser paints it. */
  readonly onMounted: () => void;
  readonly children: ReactNode;
}

/** Each part is rendered and committed in separate tasks, one after the other. */
export function MountInParts({ last, onMounted, children }: MountInPartsProps) {
  const [mounted, setMounted] = useState(0);
  useEffect(() => {
    if (mounted < last) startTransition(() => setMounted(mounted + 1));
  }, [mounted, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the commit of the last part only
  useLayoutEffect(() => {
    if (mounted === last) onMounted();
  }, [mounted, last]);
  // What is hidden does not count as moved when the next part takes its place. It is visible before
  // the last part takes the focus.
  const visibility = mounted < last ? "hidden" : undefined;
  return (
    <div style={{ display: "contents", visibility }}>
      <MountedParts value={mounted}>{children}</MountedParts>
    </div>
  );
}

/** Renders its children once it is their turn. */
export function Part(props: { readonly number: number; readonly children: ReactNode }) {
  return use(MountedParts) >= props.number ? props.children : null;
}
