/** Runs `presentJson` off the page's thread, for large texts. */
import { presentJson } from "./presentJson.ts";

self.onmessage = ({ data }: MessageEvent<{ text: string; pretty: boolean }>) => {
  self.postMessage(presentJson(data.text, data.pretty));
};
