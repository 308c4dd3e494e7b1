/** Asks for suggestions while the user types; only the newest answer is used. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { Complete, Suggestions } from "../../completion.ts";

/** Milliseconds without a key press before the request is sent. */
const pauseMs = 200;

const none: Suggestions = { values: [], hasMore: false };

export function useSuggestions(
  complete: Complete,
  name: string,
): { readonly found: Suggestions; readonly ask: (value: string, isNow?: boolean) => void } {
  const [found, setFound] = useState(none);
  const last = useRef(new AbortController());
  useEffect(() => () => last.current.abort(), []);
  const ask = useCallback(
    (value: string, isNow = false) => {
      last.current.abort();
      const controller = new AbortController();
      last.current = controller;
      const { signal } = controller;
      const timer = setTimeout(
        () => {
          void complete(name, value, signal)
            .catch(() => undefined)
            .then((answer) => {
              if (!signal.aborted) setFound(answer ?? none);
            });
        },
        isNow ? 0 : pauseMs,
      );
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    },
    [complete, name],
  );
  return { found, ask };
}
