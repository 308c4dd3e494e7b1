/** Moves the focus with an edit of a form: to what was added, or beside what was removed. */
import type { Path } from "../../shared/core/json/jsonText.ts";
import { toPointer } from "../../shared/core/json/pointer.ts";
import { fieldId } from "./fieldId.ts";
import { controlIn, revealField } from "./revealField.ts";

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

export function createFocusMover(idPrefix: string): FocusMover {
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
