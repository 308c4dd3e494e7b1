/** Schemas of the members that several frames have. */
import * as v from "valibot";

/** A number of bytes, milliseconds or anything else. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A time of the relay's clock, in milliseconds with fractions. */
export const relayTime = v.pipe(v.number(), v.finite(), v.minValue(0));

/** The id of a process, exchange or watch: see `streamId.ts`. */
export const streamId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** An array whose items all fit a schema. */
export const listOf = <const T extends v.GenericSchema>(item: T) =>
  v.pipe(v.array(item), v.readonly());

/** A pair of a string and one further value, such as a header. */
export const pairOf = <const T extends v.GenericSchema>(second: T) =>
  v.pipe(v.strictTuple([v.string(), second]), v.readonly());
