/** Gives a text's presentation: at once when it is small, from a worker when it is large. */
import { useEffect, useMemo, useState } from "react";
import { startWorker } from "../platform/trustedWorker.ts";
import { type Presentation, presentJson } from "./text/presentJson.ts";
import workerUrl from "./text/presentJsonWorker.ts?worker&url";

/** In UTF-16 code units; up to here a parse takes a millisecond or two. */
const smallText = 256 * 1024;

/**
 * @param text a text from the wire
 * @param pretty whether to lay it out over lines
 * @returns the text as it is, marked `isBusy`, until the worker has answered
 */
export function usePresentation(text: string, pretty: boolean): Presentation & { isBusy: boolean } {
  const isSmall = text.length <= smallText;
  const small = useMemo(
    () => (isSmall ? presentJson(text, pretty) : undefined),
    [isSmall, text, pretty],
  );
  const [answer, setAnswer] = useState<Presentation & { of: string; pretty: boolean }>();

  useEffect(() => {
    if (isSmall) return;
    const worker = startWorker(workerUrl);
    const settle = (presentation: Presentation) => {
      setAnswer({ ...presentation, of: text, pretty });
      worker.terminate();
    };
    worker.onmessage = ({ data }: MessageEvent<Presentation>) => settle(data);
    worker.onerror = () => settle({ shown: text, isJson: false });
    worker.postMessage({ text, pretty });
    return () => worker.terminate();
  }, [isSmall, text, pretty]);

  if (small) return { ...small, isBusy: false };
  if (answer?.of === text && answer.pretty === pretty) return { ...answer, isBusy: false };
  return { shown: text, isJson: false, isBusy: true };
}
