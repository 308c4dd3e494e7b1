/** Worker that validates values, so that a pattern that never terminates can be stopped. */
import { validate } from "../../shared/schema/validate/validate.ts";
import type { CheckReply, CheckRequest } from "./checker.ts";

self.onmessage = ({ data }: MessageEvent<CheckRequest>) => {
  const reply: CheckReply = validate(JSON.parse(data.schemaText), data.text);
  self.postMessage(reply);
};

const ready: CheckReply = "ready";
self.postMessage(ready);
