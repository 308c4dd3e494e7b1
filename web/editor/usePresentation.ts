/** Prepares text for display: synchronously when small, in a worker when large. */
import { useEffect, useMemo, useState } from "react";
import { startWorker } from "../platform/trustedWorker.ts";
import { type Presentation, presentJson } from "./text/presentJson.ts";
import workerUrl from "./text/presentJsonWorker.ts?worker&url";

/** Maximum length in UTF-16 code units for synchronous parsing, which takes 1 to 2 ms. */
const maxSyncLength = 256 * 1024;

/**
 * @param text received text
 * @param pretty whether to pretty-print JSON
 * @returns the unchanged text with `isBusy`, until the worker has finished
 */
export function usePresentation(text: string, pretty: boolean): Presentation & { isBusy: boolean } {
  const isSmall = text.length <= maxSyncLength;
  const small = useMemo(
    () => (isSmall ? presentJson(text, pretty) : undefined),
    [isSmall, text, pretty],
  );
  const [answer, setAnswer] = useState<Presentation & { of: string; pretty: boolean }>();

  useEffect(() => {
    if (isSmall) return;
    const worker = startWorker(workerUrl);
    const finish = (presentation: Presentation) => {
      setAnswer({ ...presentation, of: text, pretty });
      worker.terminate();
    };
    worker.onmessage = ({ data }: MessageEvent<Presentation>) => finish(data);
    worker.onerror = () => finish({ shown: text, isJson: false });
    worker.postMessage({ text, pretty });
    return () => worker.terminate();
  }, [isSmall, text, pretty]);

  if (small) return { ...small, isBusy: false };
  if (answer?.of === text && answer.pretty === pretty) return { ...answer, isBusy: false };
  return { shown: text, isJson: false, isBusy: true };
}
