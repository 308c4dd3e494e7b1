/** Says in seconds which part of a session is shown. */

/** A range in seconds after the zero, with as many digits as its length needs. */
export function rangeText(
  { from, to }: { readonly from: number; readonly to: number },
  zero: number,
): string {
  return `${secondsText(from, to - from, zero)} to ${secondsText(to, to - from, zero)} s`;
}

/** A time in seconds after the zero, as exact as a range of this length needs it. */
export function secondsText(at: number, length: number, zero: number): string {
  const digits = length >= 10_000 ? 1 : length >= 1000 ? 2 : 3;
  return ((at - zero) / 1000).toFixed(digits);
}
