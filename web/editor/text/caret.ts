/** Where a person is in a text, handed from one editor to the next. */
export type Caret = {
  /** Offset where the selection began. */
  anchor: number;
  /** Offset where it goes on; the same as `anchor` when nothing is selected. */
  active: number;
  hasFocus: boolean;
};
