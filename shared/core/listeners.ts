/** A set of callbacks that are notified of changes. */

export interface Listeners<Message = void> {
  /** Adds a callback; returns the function that removes it. */
  subscribe(listener: (message: Message) => void): () => void;
  /**
   * Calls every callback that is registered at this moment, in the order of registration, except
   * those that an earlier one unsubscribes.
   */
  notify(message: Message): void;
}

/** Creates an empty set of callbacks. */
export function createListeners<Message = void>(): Listeners<Message> {
  // replaced, never mutated: a callback may subscribe or unsubscribe others while `notify` iterates,
  // and a notification allocates nothing
  let listeners: readonly ((message: Message) => void)[] = [];
  return {
    subscribe(listener) {
      if (!listeners.includes(listener)) listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((each) => each !== listener);
      };
    },
    notify(message) {
      const registered = listeners;
      for (const listener of registered) {
        if (listeners === registered || listeners.includes(listener)) listener(message);
      }
    },
  };
}
