/** Lets the page draw and hear the person while a long piece of work goes on. */

/**
 * Makes the way to stand aside: it settles in a task of its own, after those that wait already.
 * A timer would do too, but platforms hold nested timers back for 4 ms each.
 * @param channel used for this alone
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
