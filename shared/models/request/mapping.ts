/** Collects the notes of what is changed in a sampling request for a provider. */
import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { Note, NoteCode } from "../model.ts";

/** The provider's request, and what was changed for it; everything else is sent as it is. */
export interface Mapping {
  /** The body as it is sent. For `browser`: the options of `create` and `prompt`. */
  readonly body: JsonObject;
  readonly notes: readonly Note[];
}

export type MappingNotes = ReturnType<typeof createMappingNotes>;

/** Creates the notes of one request. */
export function createMappingNotes() {
  const list: Note[] = [];
  const add =
    (effect: Note["effect"]) =>
    (pointer: string, code: NoteCode, params: Note["params"] = {}) => {
      list.push({ code, effect, side: "request", pointer, params });
    };
  return {
    list: list as readonly Note[],
    /** A field arrives in another form. */
    translated: add("translated"),
    /** A field does not arrive. */
    leftOut: add("left-out"),
    /** A field arrives unchanged, or with another value. */
    remark: add("remark"),
  };
}
