/** Finds JSON values that are nested so deeply that writing them again may overflow the stack. */

/** Levels that no real result or set of arguments reaches. */
const maxLevels = 256;

export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxLevels) return true;
    level = level.flatMap((one) =>
      typeof one === "object" && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}
