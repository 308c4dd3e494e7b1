/** Readers of untrusted JSON: each returns the value with known members only, or {@link invalid}. */
import { isJsonObject, type JsonObject } from "../../core/jsonObject.ts";

/** The result of a reader for a value of another shape. */
export const invalid = Symbol("invalid");

export type Reader<T> = (value: unknown) => T | typeof invalid;

/** Any string. */
export const text: Reader<string> = (value) => (typeof value === "string" ? value : invalid);

/** A boolean. */
export const flag: Reader<boolean> = (value) => (typeof value === "boolean" ? value : invalid);

/** A number that is neither infinite nor NaN. */
export const finite: Reader<number> = (value) =>
  typeof value === "number" && Number.isFinite(value) ? value : invalid;

/** Times further from the start are invalid: ten years in milliseconds. */
export const maxTimeMs = 10 * 365 * 86_400_000;

/** Milliseconds since the start of the recording, or before it. */
export const time: Reader<number> = (value) =>
  typeof value === "number" && Math.abs(value) <= maxTimeMs ? value : invalid;

/** An integer from 0. */
export const count: Reader<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : invalid;

/** `null`. */
export const nothing: Reader<null> = (value) => (value === null ? null : invalid);

/** A stable code: lower-case words with hyphens. */
export const code: Reader<string> = (value) =>
  typeof value === "string" && /^[a-z0-9-]{1,64}$/.test(value) ? value : invalid;

/** One of several strings. */
export function oneOf<const T extends string>(...values: readonly T[]): Reader<T> {
  return (value) => (values.includes(value as T) ? (value as T) : invalid);
}

/** The first reader that accepts the value. */
export function either<T>(...readers: readonly Reader<T>[]): Reader<T> {
  return (value) => {
    for (const read of readers) {
      const result = read(value);
      if (result !== invalid) return result;
    }
    return invalid;
  };
}

/** An array in which the reader accepts every item. */
export function list<T>(read: Reader<T>, maxItems: number): Reader<readonly T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return invalid;
    const items: T[] = [];
    for (const item of value) {
      const result = read(item);
      if (result === invalid) return invalid;
      items.push(result);
    }
    return items;
  };
}

/** An array with one reader per item. */
export function tuple<T extends readonly unknown[]>(
  ...readers: { readonly [K in keyof T]: Reader<T[K]> }
): Reader<T> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== readers.length) return invalid;
    const items = readers.map((read, index) => read(value[index]));
    return items.includes(invalid) ? invalid : (items as unknown as T);
  };
}

/** A member that may be absent. */
export interface OptionalMember<T> {
  readonly optional: Reader<T>;
}

/** Declares that a member may be absent. */
export function optional<T>(read: Reader<T>): OptionalMember<T> {
  return { optional: read };
}

type Shape = Readonly<Record<string, Reader<unknown> | OptionalMember<unknown>>>;
type Value<M> = M extends Reader<infer T> ? T : never;
type Required<S extends Shape> = {
  readonly [K in keyof S as S[K] extends OptionalMember<unknown> ? never : K]: Value<S[K]>;
};
type Optional<S extends Shape> = {
  readonly [K in keyof S as S[K] extends OptionalMember<unknown>
    ? K
    : never]?: S[K] extends OptionalMember<infer T> ? T : never;
};

/** An object; members that the shape does not name are dropped. */
export function object<S extends Shape>(shape: S): Reader<Required<S> & Optional<S>> {
  const members = Object.entries(shape).map(([name, member]) =>
    typeof member === "function"
      ? { name, read: member, isOptional: false }
      : { name, read: member.optional, isOptional: true },
  );
  return (value) => {
    if (!isJsonObject(value)) return invalid;
    const result: Record<string, unknown> = {};
    for (const { name, read, isOptional } of members) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined && isOptional) continue;
      const read_ = read(member);
      if (read_ === invalid) return invalid;
      result[name] = read_;
    }
    return result as Required<S> & Optional<S>;
  };
}

/** One of several objects, distinguished by their `kind`. */
export function byKind<T>(readers: Readonly<Record<string, Reader<T>>>): Reader<T> {
  return (value) => {
    const kind = isJsonObject(value) ? value.kind : undefined;
    const read =
      typeof kind === "string" && Object.hasOwn(readers, kind) ? readers[kind] : undefined;
    return read ? read(value) : invalid;
  };
}

/** A JSON object with any members, no deeper than a limit. */
export function jsonObject(depth: number): Reader<JsonObject> {
  return (value) => (isJsonObject(value) && isWithin(value, depth) ? value : invalid);
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1));
}
