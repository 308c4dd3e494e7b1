/** A set of callbacks that are told about changes. */

export interface Listeners {
  /** Adds a callback; returns the function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Calls every callback that is registered at this moment. */
  notify(): void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      // a copy: a callback may subscribe or unsubscribe others
      for (const listener of [...listeners]) listener();
    },
  };
}
