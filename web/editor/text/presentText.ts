/** Prepares text for display. */
import { prettyText } from "../../../shared/core/json/prettyText.ts";
import { isJson } from "../../../shared/core/json/tokenRanges.ts";
import { type EditorBlock, maxLines, splitBlocks } from "./blocks.ts";

/** `plain` shows any text unchanged; `json` adds syntax colours, `pretty` new lines as well. */
export type TextFormat = "plain" | "json" | "pretty";

export interface PresentedText {
  /** The text to show; unchanged when it is not JSON. */
  readonly shown: string;
  /** Whether it gets JSON syntax colours. */
  readonly isJson: boolean;
  /** Cover `shown`. */
  readonly blocks: readonly EditorBlock[];
}

/** @param text received text */
export function presentText(text: string, format: TextFormat): PresentedText {
  const isColoured = format !== "plain" && isJson(text);
  const shown = isColoured && format === "pretty" ? prettyText(text, maxLines) : text;
  return { shown, isJson: isColoured, blocks: splitBlocks(shown) };
}
