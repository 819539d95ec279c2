/** Who wants to hear of one event. `subscribe` gives what ends it. */
export function createListeners<Sent extends readonly unknown[] = []>() {
  const listeners = new Set<(...sent: Sent) => void>();
  return {
    tell: (...sent: Sent): void => {
      for (const listener of listeners) listener(...sent);
    },
    subscribe: (listener: (...sent: Sent) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
