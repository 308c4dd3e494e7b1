/** Yields to the event loop during long work. */

/**
 * Creates a function whose promise settles in a new task, after the tasks that are already queued.
 * Timers would also work, but platforms delay nested timers by at least 4 ms.
 * @param channel used for this only
 */
export function createYielder({ port1, port2 }: MessageChannel): () => Promise<void> {
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(undefined);
    });
}
