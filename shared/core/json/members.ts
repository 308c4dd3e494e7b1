/** Schemas of members that several documents and frames have. */
import * as v from "valibot";

/** A number of bytes, milliseconds or anything else. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A number that is neither infinite nor NaN. */
export const finite = v.pipe(v.number(), v.finite());

/** An array whose items all fit a schema. */
export const readonlyList = <const T extends v.GenericSchema>(item: T) =>
  v.pipe(v.array(item), v.readonly());

/** A pair of a string and one further value, such as a header. */
export const pairOf = <const T extends v.GenericSchema>(second: T) =>
  v.pipe(v.strictTuple([v.string(), second]), v.readonly());
