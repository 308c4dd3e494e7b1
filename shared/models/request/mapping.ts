/** Records which field of a sampling request goes to which field of the provider's request. */
import type { JsonObject } from "../../core/json/jsonObject.ts";
import type { Note, NoteCode } from "../model.ts";

/** The target of one field of the request. */
interface FieldMapping {
  /** JSON Pointer into the params; it covers everything below it that has no entry. */
  readonly from: string;
  /** JSON Pointer into the provider's request; undefined if it is not sent. */
  readonly to: string | undefined;
}

/** The provider's request, and how it was mapped. */
export interface Mapping {
  /** The body as it is sent. For `browser`: the options of `create` and `prompt`. */
  readonly body: JsonObject;
  readonly fields: readonly FieldMapping[];
  readonly notes: readonly Note[];
}

export type MappingRecorder = ReturnType<typeof createMappingRecorder>;

/** Creates the recorder of one request. */
export function createMappingRecorder() {
  const fields: FieldMapping[] = [];
  const notes: Note[] = [];
  const note = (
    effect: Note["effect"],
    pointer: string,
    code: NoteCode,
    params: Note["params"] = {},
  ) => {
    notes.push({ code, effect, side: "request", pointer, params });
  };
  return {
    fields: fields as readonly FieldMapping[],
    notes: notes as readonly Note[],
    /** A field arrives with the same meaning. */
    same: (from: string, to: string) => void fields.push({ from, to }),
    /** A field arrives in another form. */
    translated(from: string, to: string, code: NoteCode, params?: Note["params"]) {
      fields.push({ from, to });
      note("translated", from, code, params);
    },
    /** A field does not arrive. */
    leftOut(from: string, code: NoteCode, params?: Note["params"]) {
      fields.push({ from, to: undefined });
      note("left-out", from, code, params);
    },
    /**
     * Corrects a target that was simplified after its fields were recorded.
     * @param within pointer of the part of the body that was recorded last and holds the target
     */
    retarget(within: string, to: string, corrected: string) {
      for (let at = fields.length - 1; at >= 0; at--) {
        const field = fields[at];
        if (field?.to === to) fields[at] = { from: field.from, to: corrected };
        else if (field?.to !== undefined && !field.to.startsWith(within)) return;
      }
    },
    /** Adds a note on a field that arrives unchanged. */
    remark: (from: string, code: NoteCode, params?: Note["params"]) =>
      note("remark", from, code, params),
  };
}
