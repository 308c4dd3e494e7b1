/** What an editor marks as wrong at a place of its text. */
export interface EditorMark {
  /** JSON Pointer; if the text has no such value, the nearest value around it is marked. */
  readonly pointer: string;
  readonly message: string;
}
