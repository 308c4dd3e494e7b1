/**
 * Remembers the values of variables and headers that came from a file, a link or a pasted text, so
 * that questions show them. All others were typed by the user and are hidden.
 */
import { realText, type ShownText } from "../../../shared/core/text/shownText.ts";

/** A variable or header; undefined pieces: the user typed the value. */
export type ShownValue = readonly [name: string, value: string, pieces: ShownText | undefined];

export interface ValueOrigins {
  /** Notes values from outside, with the parts of them that are hidden. */
  note(values: readonly (readonly [name: string, pieces: ShownText])[]): void;
  /** Says how each value is shown. */
  shown(values: readonly (readonly [name: string, value: string])[]): readonly ShownValue[];
}

/** In memory; a value that the user edits afterwards counts as typed. */
export function createValueOrigins(): ValueOrigins {
  const known = new Map<string, ShownText>();
  const keyOf = (name: string, value: string) => JSON.stringify([name, value]);
  return {
    note(values) {
      for (const [name, pieces] of values) known.set(keyOf(name, realText(pieces)), pieces);
    },
    shown: (values) => values.map(([name, value]) => [name, value, known.get(keyOf(name, value))]),
  };
}
