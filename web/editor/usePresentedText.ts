/** Prepares text for display: synchronously when small, in a worker when large. */
import { startTransition, useEffect, useMemo, useState } from "react";
import { maxSyncLength, runTextJob } from "./runTextJob.ts";
import { splitBlocks } from "./text/blocks.ts";
import { unpackBlocks } from "./text/packedBlocks.ts";
import { type PresentedText, presentText, type TextFormat } from "./text/presentText.ts";

/** Length in UTF-16 code units of the beginning that is shown until a large text is prepared. */
const previewLength = 32 * 1024;

type Answer = PresentedText & { readonly of: string; readonly format: TextFormat };

/**
 * @param text received text
 * @returns the unchanged text with blocks for its beginning and `isBusy`, until the worker has finished
 */
export function usePresentedText(
  text: string,
  format: TextFormat,
): PresentedText & { readonly isBusy: boolean } {
  const isSmall = text.length <= maxSyncLength;
  const first = useMemo(
    () =>
      isSmall
        ? presentText(text, format)
        : { shown: text, isJson: false, blocks: splitBlocks(text.slice(0, previewLength)) },
    [isSmall, text, format],
  );
  const [answer, setAnswer] = useState<Answer>();

  useEffect(() => {
    if (isSmall) return;
    let shown = "";
    return runTextJob({ text, format }, (reply) => {
      if (reply?.kind === "part") shown += reply.text;
      if (reply?.kind === "presented") {
        const { isJson, blocks } = reply;
        const presented = { shown: shown || text, isJson, blocks: unpackBlocks(blocks) };
        startTransition(() => setAnswer({ ...presented, of: text, format }));
      }
      if (reply === undefined) setAnswer({ ...presentText(text, "plain"), of: text, format });
    });
  }, [isSmall, text, format]);

  if (!isSmall && answer?.of === text && answer.format === format) {
    return { ...answer, isBusy: false };
  }
  return { ...first, isBusy: !isSmall };
}
