/** Worker that parses content of servers, so that input that takes too long can be stopped. */
import { parseMarkdown } from "../markdown/parseMarkdown.ts";

/** What the worker is asked for. */
export interface ContentJob {
  readonly kind: "markdown";
  readonly text: string;
}

self.onmessage = ({ data }: MessageEvent<ContentJob>) => {
  self.postMessage(parseMarkdown(data.text));
};

self.postMessage("ready");
