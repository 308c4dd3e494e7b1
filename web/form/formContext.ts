/** React contexts that the fields of a form share. */
import { createContext, useContext } from "react";
import type { Path } from "../../shared/core/json/jsonText.ts";
import type { UnionField } from "../../shared/schema/plan/field.ts";
import type { ValueProblem } from "../../shared/schema/validate/problems.ts";
import type { FieldDrafts } from "./draftText.ts";

/** Actions of fields; identical for the lifetime of the form. */
export interface FormActions {
  /** Prefix of element ids, unique per form on the page. */
  readonly idPrefix: string;
  /** Sets JSON text at a path and creates missing containers. */
  readonly set: (path: Path, text: string) => void;
  /** Sets JSON text at a path and moves the focus there. */
  readonly add: (path: Path, text: string) => void;
  /** Removes a value; the focus moves beside it if its control disappears. */
  readonly remove: (path: Path) => void;
  /** Renames a property and moves the focus there; false if the name is taken. */
  readonly rename: (path: Path, name: string) => boolean;
  /** Moves an item of an array by one place, and the focus with it. */
  readonly move: (array: Path, index: number, direction: "up" | "down") => void;
  /** Sets the typed text at a path, valid JSON or not. */
  readonly setJson: (path: Path, typed: string) => void;
  readonly showAsJson: (pointer: string, isJson: boolean) => void;
  readonly chooseShape: (field: UnionField, index: number) => void;
}

/** State that fields show in addition to the plan. */
interface FormState {
  /** Unfinished JSON by its placeholder in the readable text. */
  readonly drafts: FieldDrafts;
  /** Pointers of the fields that are shown as JSON. */
  readonly asJson: ReadonlySet<string>;
  /** Whether the user changed the value: until then, no problem is shown. */
  readonly isEdited: boolean;
  /** Whether the user tried to send it: until then, missing values are no problem. */
  readonly isAttempted: boolean;
  readonly problems: ReadonlyMap<string, readonly ValueProblem[]>;
}

export const ActionsContext = createContext<FormActions | undefined>(undefined);
export const StateContext = createContext<FormState | undefined>(undefined);

export function useFormActions(): FormActions {
  return given(useContext(ActionsContext));
}

export function useFormState(): FormState {
  return given(useContext(StateContext));
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A field must be inside a SchemaForm");
  return value;
}
