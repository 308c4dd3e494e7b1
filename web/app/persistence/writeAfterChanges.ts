/** Stores a state that changes often: soon after its last change, and at least once a second. */
import type { Clock } from "../../../shared/core/clock.ts";

interface Changing {
  subscribe(listener: () => void): unknown;
}

interface WriteOptions<T> {
  /** Changes that must survive a reload right after them, such as a connection that is open. */
  readonly important: readonly Changing[];
  readonly others: readonly Changing[];
  /** Stores the state as it is now. */
  readonly write: () => Promise<T>;
  /** Called with false when something has changed, and with true when all of it is stored. */
  readonly onStored: (isStored: boolean) => void;
  readonly clock: Pick<Clock, "now" | "after">;
}

/** Milliseconds without a change after which the state is stored. */
const quietMs = 250;
/** Milliseconds after a change by which it is stored, however many follow. */
const maxDelayMs = 1_000;

/** @returns a function that stores the state without delay, and resolves with what `write` returned */
export function writeAfterChanges<T>({
  important,
  others,
  write,
  onStored,
  clock,
}: WriteOptions<T>): () => Promise<T> {
  let cancel = () => {};
  let changedAt: number | undefined;
  // one at a time, so that an older state never replaces a newer one
  let writing: Promise<unknown> = Promise.resolve();
  const writeNow = () => {
    cancel();
    changedAt = undefined;
    const written = writing.then(write);
    writing = written;
    void written.then(() => {
      if (writing === written && changedAt === undefined) onStored(true);
    });
    return written;
  };
  const schedule = (delay: number) => {
    const now = clock.now();
    if (changedAt === undefined) onStored(false);
    changedAt ??= now;
    cancel();
    cancel = clock.after(
      Math.max(0, Math.min(delay, changedAt + maxDelayMs - now)),
      () => void writeNow(),
    );
  };
  for (const store of important) store.subscribe(() => schedule(0));
  for (const store of others) store.subscribe(() => schedule(quietMs));
  schedule(0);
  return writeNow;
}
