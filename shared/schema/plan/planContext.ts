/** Defines the interface of the planner for the functions that plan a field. */
import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { OverBudget } from "../budget.ts";
import type { SchemaReader } from "../prepare/reader.ts";
import type { Field, FieldBase } from "./field.ts";
import type { Place } from "./fieldBase.ts";
import type { StartValues } from "./start.ts";

/** Shapes that the user has chosen, by the key of the union. */
export type Choices = ReadonlyMap<string, number>;

/** A place whose field is to be planned. */
export interface Slot extends Place {
  /** Absent ancestors, so that a recursive schema does not expand endlessly. */
  readonly trail: ReadonlySet<object>;
}

/** A place with the flat schema that applies to it. */
export interface FlatSlot {
  readonly slot: Slot;
  /** The schema with references, `allOf` and the conditions that the value meets applied. */
  readonly flat: JsonObject;
  /** The properties of the field so far. */
  readonly base: FieldBase;
}

export const noTrail: ReadonlySet<object> = new Set();

/** The parts of a form that are counted. */
export interface Cost {
  readonly fields: number;
  readonly options: number;
}

export interface PlanContext {
  readonly reader: SchemaReader;
  readonly starts: StartValues;
  /** The JSON text of the whole value in this plan. */
  text(): string;
  choices(): Choices;
  /** Spends from the plan's budget; returns what was exceeded, if it was. */
  spend(part: keyof Cost, units: number, limit: number): OverBudget | undefined;
  fieldOf(slot: Slot): Field;
}
