/** Worker that validates values, so that a pattern that never terminates can be stopped. */
import { validate } from "../../../shared/schema/validate/validate.ts";

/** Schema and value as JSON text, which preserves all digits. */
export interface CheckJob {
  readonly schemaText: string;
  readonly text: string;
}

self.onmessage = ({ data }: MessageEvent<CheckJob>) => {
  self.postMessage(validate(JSON.parse(data.schemaText), data.text));
};

self.postMessage("ready");
