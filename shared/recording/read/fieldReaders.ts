/** Readers of untrusted JSON: each returns the value with known members only, or {@link invalidField}. */
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";

/** The result of a reader for a value of another shape. */
export const invalidField = Symbol("invalid");

export type FieldReader<T> = (value: unknown) => T | typeof invalidField;

/** Any string. */
export const text: FieldReader<string> = (value) =>
  typeof value === "string" ? value : invalidField;

/** A boolean. */
export const flag: FieldReader<boolean> = (value) =>
  typeof value === "boolean" ? value : invalidField;

/** A number that is neither infinite nor NaN. */
export const finite: FieldReader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : invalidField;

/** Times further from the start are invalid: ten years in milliseconds. */
export const maxTimeMs = 10 * 365 * 86_400_000;

/** Milliseconds since the start of the recording, or before it. */
export const time: FieldReader<number> = (value) =>
  typeof value === "number" && Math.abs(value) <= maxTimeMs ? value : invalidField;

/** An integer from 0. */
export const count: FieldReader<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : invalidField;

/** `null`. */
export const nothing: FieldReader<null> = (value) => (value === null ? null : invalidField);

/** A stable code: lower-case words with hyphens. */
export const code: FieldReader<string> = (value) =>
  typeof value === "string" && /^[a-z0-9-]{1,64}$/.test(value) ? value : invalidField;

/** One of several strings. */
export function oneOf<const T extends string>(...values: readonly T[]): FieldReader<T> {
  return (value) => (values.includes(value as T) ? (value as T) : invalidField);
}

/** The first reader that accepts the value. */
export function either<T>(...readers: readonly FieldReader<T>[]): FieldReader<T> {
  return (value) => {
    for (const read of readers) {
      const result = read(value);
      if (result !== invalidField) return result;
    }
    return invalidField;
  };
}

/** An array in which the reader accepts every item. */
export function readList<T>(read: FieldReader<T>, maxItems: number): FieldReader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return invalidField;
    const items: T[] = [];
    for (const item of value) {
      const result = read(item);
      if (result === invalidField) return invalidField;
      items.push(result);
    }
    return items;
  };
}

/** An array with one reader per item. */
export function tuple<T extends readonly unknown[]>(
  ...readers: { readonly [K in keyof T]: FieldReader<T[K]> }
): FieldReader<T> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== readers.length) return invalidField;
    const items = readers.map((read, index) => read(value[index]));
    return items.includes(invalidField) ? invalidField : (items as unknown as T);
  };
}

/** A member that may be absent. */
interface OptionalMember<T> {
  readonly optional: FieldReader<T>;
}

/** Declares that a member may be absent. */
export function optional<T>(read: FieldReader<T>): OptionalMember<T> {
  return { optional: read };
}

type Shape = Readonly<Record<string, FieldReader<unknown> | OptionalMember<unknown>>>;
type Value<M> = M extends FieldReader<infer T> ? T : never;
type Required<S extends Shape> = {
  readonly [K in keyof S as S[K] extends OptionalMember<unknown> ? never : K]: Value<S[K]>;
};
type Optional<S extends Shape> = {
  readonly [K in keyof S as S[K] extends OptionalMember<unknown>
    ? K
    : never]?: S[K] extends OptionalMember<infer T> ? T : never;
};

/** An object; members that the shape does not name are dropped. */
export function readObject<S extends Shape>(shape: S): FieldReader<Required<S> & Optional<S>> {
  const members = Object.entries(shape).map(([name, member]) =>
    typeof member === "function"
      ? { name, read: member, isOptional: false }
      : { name, read: member.optional, isOptional: true },
  );
  return (value) => {
    if (!isJsonObject(value)) return invalidField;
    const result: Record<string, unknown> = {};
    for (const { name, read, isOptional } of members) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined && isOptional) continue;
      const read_ = read(member);
      if (read_ === invalidField) return invalidField;
      result[name] = read_;
    }
    return result as Required<S> & Optional<S>;
  };
}

/** One of several objects, distinguished by their `kind`. */
export function byKind<T>(readers: Readonly<Record<string, FieldReader<T>>>): FieldReader<T> {
  return (value) => {
    const kind = isJsonObject(value) ? value.kind : undefined;
    const read =
      typeof kind === "string" && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
    return read ? read(value) : invalidField;
  };
}

/** A JSON object with any members. */
export const jsonObject: FieldReader<JsonObject> = (value) =>
  isJsonObject(value) ? value : invalidField;
