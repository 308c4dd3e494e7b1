/** Worker that parses content of servers, so that input that takes too long can be stopped. */
import { highlight } from "../code/highlight.ts";
import { parseMarkdown } from "../markdown/parseMarkdown.ts";

/** What the worker is asked for. */
export type ContentJob =
  | { readonly kind: "markdown"; readonly text: string }
  | { readonly kind: "code"; readonly text: string; readonly language: string };

self.onmessage = ({ data }: MessageEvent<ContentJob>) => {
  self.postMessage(
    data.kind === "markdown" ? parseMarkdown(data.text) : highlight(data.text, data.language),
  );
};

self.postMessage("ready");
