/** Selection and focus of an editor, passed to the editor that replaces it. */
export type Caret = {
  /** Offset of the fixed end of the selection. */
  anchor: number;
  /** Offset of the moving end; equal to `anchor` when nothing is selected. */
  active: number;
  hasFocus: boolean;
};
