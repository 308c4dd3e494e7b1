/** Lets the page draw and hear the person while a long piece of work goes on. */
/**
 * Makes the way to stand aside: it settles in a task of its own, after those that wait already.
 * A timer would do too, but platforms hold nested timers back for 4 ms each.
 * @param channel used for this alone
 */
export declare function createYielder({ port1, port2 }: MessageChannel): () => Promise<void>;
