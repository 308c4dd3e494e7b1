/** Holds the view state of a form: chosen shapes, their drafts, and fields shown as JSON. */
import { type RefObject, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Path } from "../../shared/core/json/jsonText.ts";
import { toPointer } from "../../shared/core/json/pointer.ts";
import {
  removeValue,
  renameMember,
  setValue,
  swapItems,
} from "../../shared/schema/plan/editJson.ts";
import type { Field, ObjectField } from "../../shared/schema/plan/field.ts";
import type { Choices } from "../../shared/schema/plan/planContext.ts";
import { fieldId } from "./fieldId.ts";
import { innermost } from "./fields/FieldRow.tsx";
import type { FormActions } from "./formContext.ts";
import { controlIn, revealField } from "./revealField.ts";
import type { FormText } from "./useFormText.ts";

interface FormView {
  readonly choices: Choices;
  readonly asJson: ReadonlySet<string>;
  readonly actions: FormActions;
  /** The field of the whole value as it is shown; set it with each rendering. */
  readonly shown: RefObject<Field | undefined>;
}

export function useFormView(
  { edit, setJson }: Pick<FormText, "edit" | "setJson">,
  idPrefix: string,
): FormView {
  const [choices, setChoices] = useState<Choices>(() => new Map());
  const [asJson, setAsJson] = useState<ReadonlySet<string>>(() => new Set());
  /** Drafts of the shapes that are not shown, by union and shape. */
  const shapeDrafts = useRef(new Map<string, string>());
  const shown = useRef<Field>(undefined);

  const actions = useMemo<FormActions>(() => {
    /** Clears choices below a path, so that moved items do not take over another item's. */
    const forgetBelow = (path: Path) => {
      const start = `${toPointer(path)}/`;
      setChoices((known) => new Map([...known].filter(([key]) => !key.startsWith(start))));
      setAsJson((known) => new Set([...known].filter((key) => !key.startsWith(start))));
      for (const key of shapeDrafts.current.keys()) {
        if (key.startsWith(start)) shapeDrafts.current.delete(key);
      }
    };
    const start = (path: Path) => {
      const absent = absentShapes(shown.current, path);
      if (absent.length === 0) return;
      edit((whole) => absent.reduce((all, one) => setValue(all, one.path, one.startText), whole));
    };
    const put = (path: Path, text: string) => {
      start(path);
      edit((whole) => setValue(whole, path, text));
    };
    const focus = createFocusMover(idPrefix);
    return {
      idPrefix,
      setJson(path, typed) {
        start(path);
        setJson(path, typed);
      },
      set(path, text) {
        flushSync(() => put(path, text));
        // the button that set it may have been removed
        focus.ifLost(path);
      },
      add(path, text) {
        flushSync(() => put(path, text));
        focus.to(path);
      },
      remove(path) {
        const moveFocus = focus.beside(path);
        flushSync(() => {
          if (typeof path.at(-1) === "number") forgetBelow(path.slice(0, -1));
          edit((whole) => removeValue(whole, path));
        });
        moveFocus();
      },
      rename(path, name) {
        let isRenamed = false;
        flushSync(() =>
          edit((whole) => {
            const renamed = renameMember(whole, path, name);
            isRenamed = renamed !== whole;
            return renamed;
          }),
        );
        if (isRenamed) focus.ifLost([...path.slice(0, -1), name]);
        return isRenamed;
      },
      move(array, index, direction) {
        const other = direction === "up" ? index - 1 : index + 1;
        flushSync(() => {
          forgetBelow(array);
          edit((whole) => swapItems(whole, array, index, other));
        });
        focus.to([...array, other]);
      },
      showAsJson: (pointer, isJson) =>
        setAsJson((known) => {
          const next = new Set(known);
          if (isJson) next.add(pointer);
          else next.delete(pointer);
          return next;
        }),
      chooseShape(field, index) {
        const { key, path, active, branches, source } = field;
        const branch = branches[index];
        if (!branch || index === active) return;
        const drafts = shapeDrafts.current;
        if (source !== undefined) drafts.set(`${key}#${active}`, source);
        const text = drafts.get(`${key}#${index}`) ?? branch.start;
        setChoices((known) => new Map(known).set(key, index));
        if (field.presence === "absent" && text === branch.start) return;
        if (text !== undefined) edit((whole) => setValue(whole, path, text));
        else if (field.omittable) edit((whole) => removeValue(whole, path));
        else edit((whole) => setValue(whole, path, branch.emptiest));
      },
    };
  }, [edit, setJson, idPrefix]);

  return { choices, asJson, actions, shown };
}

/**
 * The absent objects around a path that are one shape of a union, from the outermost: an object is
 * known to be of its shape by its fixed values, so it starts with them.
 */
function absentShapes(root: Field | undefined, path: Path): readonly ObjectField[] {
  const found: ObjectField[] = [];
  let next = root;
  while (next && next.path.length < path.length) {
    const field = innermost(next);
    const fields =
      field.kind === "object" ? field.fields : field.kind === "array" ? field.items : [];
    if (field.kind === "object" && field !== next && field.source === undefined) found.push(field);
    const step = path[next.path.length];
    next = fields.find((one) => one.path.at(-1) === step);
  }
  return found;
}

interface FocusMover {
  /** Moves the focus to the control of a field. */
  readonly to: (path: Path) => void;
  /** Moves the focus to the control of a field if no element has it. */
  readonly ifLost: (path: Path) => void;
  /**
   * Remembers the neighbours of a field whose value is about to be removed.
   * @returns moves the focus to its field, to one of them, or to the button that adds one, if no element has it
   */
  readonly beside: (path: Path) => () => void;
}

/** Moves the focus with an edit of a form: to what was added, or beside what was removed. */
function createFocusMover(idPrefix: string): FocusMover {
  const rowOf = (pointer: string) => document.getElementById(fieldId(idPrefix, pointer));
  const isLost = () => !document.activeElement || document.activeElement === document.body;
  const mover: FocusMover = {
    to: (path) => revealField(idPrefix, toPointer(path))?.focus(),
    ifLost(path) {
      if (isLost()) mover.to(path);
    },
    beside(path) {
      const row = rowOf(toPointer(path));
      const last = path.at(-1);
      const around = path.slice(0, -1);
      const neighbours =
        typeof last === "number"
          ? [toPointer([...around, last - 1])]
          : [row?.nextElementSibling, row?.previousElementSibling].map((element) =>
              element instanceof HTMLElement ? element.dataset.pointer : undefined,
            );
      return () => {
        if (!isLost()) return;
        // a declared property keeps its field, and the next item has the place of this one
        const next = [toPointer(path), ...neighbours]
          .map((pointer) => (pointer === undefined ? null : rowOf(pointer)))
          .find((element) => element !== null);
        const adds = rowOf(toPointer(around))?.querySelectorAll<HTMLElement>("[data-add]");
        (controlIn(next ?? null) ?? [...(adds ?? [])].at(-1))?.focus();
      };
    },
  };
  return mover;
}
