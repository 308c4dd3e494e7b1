/** Defines input that a server requests from the client, whether as a request, in a result or in a task. */

export interface ServerInput {
  readonly method: string;
  /** The server's key for it, if it requests several inputs in one result. */
  readonly key?: string;
  /** The JSON text of the whole request. */
  readonly text: string;
  readonly params: unknown;
  /** The log entry that holds the request. */
  readonly seq: number;
  /** The log entry of the call that most likely caused it. */
  readonly causedBy: number | undefined;
  /** The task that needs the input, if a task does. */
  readonly taskId?: string;
  /** Aborted when an answer is no longer needed; its reason may be an {@link InputEndReason}. */
  readonly signal: AbortSignal;
  /** Called when a person is asked, because no setting, rule or model answers: the wait is theirs. */
  readonly onPerson?: () => void;
}

/** Why an answer is no longer needed: the server withdrew the request, or the connection ended. */
export type InputEndReason = "withdrawn" | "connection-closed";

/** Aborts requests for input with a reason that can be shown to the user. */
export function endInput(control: AbortController, reason: InputEndReason): void {
  control.abort(reason);
}

/** An answer as JSON text, so that the user's text is sent unchanged. */
export type InputAnswer =
  | { readonly kind: "result"; readonly text: string }
  | { readonly kind: "error"; readonly text: string };

/** Answers a request for input; returns undefined if the method is not supported. */
export type AnswerInput = (input: ServerInput) => Promise<InputAnswer> | undefined;
