/** Worker that runs `presentJson` for large texts. */
import { presentJson } from "./presentJson.ts";

self.onmessage = ({ data }: MessageEvent<{ text: string; pretty: boolean }>) => {
  self.postMessage(presentJson(data.text, data.pretty));
};
