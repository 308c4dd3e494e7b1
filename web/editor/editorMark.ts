/** What an editor marks as wrong at a place of its text. */
export interface EditorMark {
  /** JSON Pointer; where it leads nowhere, the nearest value around it is marked. */
  readonly pointer: string;
  readonly message: string;
}
