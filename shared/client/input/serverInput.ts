/** The one seam for what a server asks of this client, whatever way the question came. */

/** A question from the server. */
export interface ServerInput {
  readonly method: string;
  /** The JSON text of the whole request. */
  readonly text: string;
  readonly params: unknown;
  /** The log's entry that holds the question. */
  readonly seq: number;
  /** The sent entry of the call that most likely caused it. */
  readonly causedBy: number | undefined;
  /** Aborted when the server or the connection no longer wants an answer. */
  readonly signal: AbortSignal;
}

/** An answer: JSON text, so that what a person wrote goes out as it is. */
export type InputAnswer =
  | { readonly kind: "result"; readonly text: string }
  | { readonly kind: "error"; readonly text: string };

/** Answers a question, in its own time; undefined where nothing here knows the method. */
export type AnswerInput = (input: ServerInput) => Promise<InputAnswer> | undefined;
