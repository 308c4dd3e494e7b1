/** What the smoke journey needs of a browser, whichever protocol controls it. */

/** One input device and what it does, in the format that WebDriver and WebDriver BiDi share. */
export type InputSource =
  | {
      readonly type: "pointer";
      readonly id: string;
      readonly actions: readonly (
        | { readonly type: "pointerMove"; readonly x: number; readonly y: number }
        | { readonly type: "pointerDown" | "pointerUp"; readonly button: number }
      )[];
    }
  | {
      readonly type: "key";
      readonly id: string;
      readonly actions: readonly { readonly type: "keyDown" | "keyUp"; readonly value: string }[];
    };

/** A tab or a window. */
export interface Tab {
  readonly id: string;
  navigate(url: string): Promise<void>;
  reload(): Promise<void>;
  /**
   * Evaluates an expression in the page.
   * @returns its value, which JSON must be able to represent
   */
  evaluate(expression: string): Promise<unknown>;
  /** Sends trusted input events; positions are CSS pixels of the viewport. */
  perform(sources: readonly InputSource[]): Promise<void>;
}

/** A running browser with an empty profile. */
export interface Browser {
  readonly version: string;
  /** All open tabs and windows, in no particular order. */
  tabs(): Promise<readonly Tab[]>;
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}
