/** Worker that validates large messages off the main thread. */
import { checkText, type TextCheckJob } from "../../../shared/lint/checkText.ts";
import type { Carrier } from "../../../shared/log/entry.ts";
import { messageText } from "../../../shared/log/messageText.ts";
import { checkMessage, checkResult } from "../../../shared/protocol/check/checkMessage.ts";

/** A message to validate. */
export interface LargeCheck {
  readonly job: Omit<TextCheckJob, "text">;
  readonly carrier: Carrier;
  readonly bytes: Uint8Array;
}

self.onmessage = ({ data }: MessageEvent<LargeCheck>) => {
  const { job, carrier, bytes } = data;
  const text = messageText(carrier, bytes);
  self.postMessage(checkText({ checkMessage, checkResult }, { ...job, text }));
};
