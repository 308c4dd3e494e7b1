/** Whether a value can count bytes, milliseconds or anything else. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
