/** What every field of a form shares. */
import { createContext, useContext } from "react";
import type { Path } from "../../shared/core/json/jsonText.ts";
import type { UnionField } from "../../shared/schema/plan/field.ts";
import type { Problem } from "../../shared/schema/validate/problems.ts";
import type { Drafts } from "./draftText.ts";

/** What fields can do; the same object for the life of the form. */
export interface FormActions {
  /** Sets the ids of several forms on one page apart. */
  readonly idPrefix: string;
  /** Puts JSON text at a path, with the containers it needs. */
  readonly set: (path: Path, text: string) => void;
  readonly remove: (path: Path) => void;
  readonly swap: (array: Path, one: number, other: number) => void;
  /** Puts what was typed at a path, JSON or not. */
  readonly setJson: (path: Path, typed: string) => void;
  readonly showAsJson: (pointer: string, isJson: boolean) => void;
  readonly chooseShape: (field: UnionField, index: number) => void;
}

/** What fields show beside the plan. */
export interface FormState {
  /** Unfinished JSON by its stand-in in the readable text. */
  readonly drafts: Drafts;
  /** Pointers of the fields that a person wants to see as JSON. */
  readonly asJson: ReadonlySet<string>;
  /** Pointers of the fields that a person has left: only there a missing value is trouble yet. */
  readonly touched: ReadonlySet<string>;
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
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
  if (value === undefined) throw new Error("A field stands outside of a SchemaForm");
  return value;
}
