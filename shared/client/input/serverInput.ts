/** Defines input that a server requests from the client, whether as a request, in a result or in a task. */

/** A request for input. */
export interface ServerInput {
  readonly method: string;
  /** The JSON text of the whole request. */
  readonly text: string;
  readonly params: unknown;
  /** The log entry that holds the request. */
  readonly seq: number;
  /** The log entry of the call that most likely caused it. */
  readonly causedBy: number | undefined;
  /** Aborted when the server or the connection no longer wants an answer. */
  readonly signal: AbortSignal;
}

/** An answer as JSON text, so that the user's text is sent unchanged. */
export type InputAnswer =
  | { readonly kind: "result"; readonly text: string }
  | { readonly kind: "error"; readonly text: string };

/** Answers a request for input; returns undefined if the method is not supported. */
export type AnswerInput = (input: ServerInput) => Promise<InputAnswer> | undefined;
