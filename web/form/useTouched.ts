/** Tracks which fields have lost focus. */
import { type RefObject, useEffect, useState } from "react";

/**
 * @param form the element around fields that carry their pointer as `data-pointer`
 * @returns pointers of the fields and enclosing fields that lost focus
 */
export function useTouched(form: RefObject<HTMLElement | null>): ReadonlySet<string> {
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set());

  useEffect(() => {
    const element = form.current;
    const leave = ({ target, relatedTarget }: FocusEvent) => {
      const left: string[] = [];
      let at = (target as Element).closest<HTMLElement>("[data-pointer]");
      while (at && !at.contains(relatedTarget as Node | null)) {
        left.push(at.dataset.pointer ?? "");
        at = at.parentElement?.closest<HTMLElement>("[data-pointer]") ?? null;
      }
      setTouched((known) =>
        left.every((one) => known.has(one)) ? known : new Set([...known, ...left]),
      );
    };
    element?.addEventListener("focusout", leave);
    return () => element?.removeEventListener("focusout", leave);
  }, [form]);

  return touched;
}
