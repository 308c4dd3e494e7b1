/** Exact comparison of decimal number literals. */

/** `digits` × 10^`exponent`; digits have no trailing zeros, and zero is 0 × 10^0. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Maximum difference of exponents that is computed exactly. */
const widestGap = 5000;

/**
 * Reads a JSON number literal, or a finite double's `String()` form.
 * @throws {SyntaxError} when the text is not a number
 */
export function decimalOf(literal: string): Decimal {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (!match) throw new SyntaxError(`Not a decimal number: ${literal}`);
  const [, sign, whole = "", fraction = "", power = "0"] = match;
  const all = whole + fraction;
  // a regular expression for the end would look at inner zeros again and again
  let end = all.length;
  while (all[end - 1] === "0") end--;
  const kept = all.slice(0, end);
  if (/^0*$/.test(kept)) return { digits: 0n, exponent: 0 };
  return {
    digits: BigInt(sign + kept),
    exponent: Number(power) - fraction.length + (all.length - kept.length),
  };
}

/** Whether a double represents a literal exactly. */
export function isExact(literal: string): boolean {
  const double = Number(literal);
  return Number.isFinite(double) && sameDecimal(decimalOf(literal), decimalOf(String(double)));
}

/** Whether two decimals have the same value, however they were written. */
export function sameDecimal(one: Decimal, other: Decimal): boolean {
  return one.digits === other.digits && one.exponent === other.exponent;
}

/** Whether a value has no fraction: `1.0` and `1e3` are integers. */
export function isInteger(value: Decimal): boolean {
  return value.exponent >= 0;
}

/** Compares two decimals; the sign of the result is that of `one - other`. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const signs = signOf(one) - signOf(other);
  if (signs !== 0 || one.digits === 0n) return signs;
  const sizes = magnitude(one) - magnitude(other);
  if (sizes !== 0) return sizes * signOf(one);
  const low = Math.min(one.exponent, other.exponent);
  const difference = scaled(one, low) - scaled(other, low);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether the first is a whole multiple of the second; undefined if the exponents differ too much or `of` is zero. */
export function isMultiple(value: Decimal, of: Decimal): boolean | undefined {
  if (of.digits === 0n) return undefined;
  if (Math.abs(value.exponent - of.exponent) > widestGap) return undefined;
  const low = Math.min(value.exponent, of.exponent);
  return scaled(value, low) % scaled(of, low) === 0n;
}

function signOf(value: Decimal): number {
  return value.digits < 0n ? -1 : value.digits > 0n ? 1 : 0;
}

/** Number of digits before the decimal point; comparing it first keeps the difference of exponents small. */
function magnitude(value: Decimal): number {
  const digits = value.digits < 0n ? -value.digits : value.digits;
  return digits.toString().length + value.exponent;
}

function scaled(value: Decimal, low: number): bigint {
  return value.digits * 10n ** BigInt(value.exponent - low);
}
