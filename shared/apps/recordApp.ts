/** Appends the messages between an app and the page to the log. */
import { encodeText } from "../core/bytes.ts";
import type { AppEntry } from "../log/entry.ts";
import type { Recorder } from "../log/recorder.ts";
import type { MessageHead } from "../protocol/jsonRpc.ts";

/**
 * Creates the function that logs each message of one running app.
 * @param recorder of the connection to the app's server
 * @param app the id of the running app
 * @param about the entry of the call whose result it shows
 */
export function recordApp(recorder: Recorder, app: string, about: number) {
  return (direction: "in" | "out", text: string, heads: readonly MessageHead[]): AppEntry =>
    recorder(
      { kind: "app", direction, exchangeId: undefined, app, about, heads },
      encodeText(text),
    );
}
