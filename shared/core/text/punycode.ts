/** Decodes Punycode; browsers encode host names but offer no decoder. */

const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;

/**
 * Decodes one label.
 * @param text a label of a host name without its `xn--`
 * @returns undefined if the text is not Punycode
 * @see https://www.rfc-editor.org/rfc/rfc3492#section-6.2
 */
export function decodePunycode(text: string): string | undefined {
  const delimiter = text.lastIndexOf("-");
  const output = [...text.slice(0, Math.max(0, delimiter))].map((char) => char.charCodeAt(0));
  let codePoint = 128;
  let bias = 72;
  let index = 0;
  for (let at = delimiter + 1; at < text.length; ) {
    const before = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === undefined) return undefined;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, tMin), tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
      if (weight > 0xff_ff_ff_ff) return undefined;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    codePoint += Math.floor(index / length);
    if (codePoint > 0x10_ff_ff) return undefined;
    index %= length;
    output.splice(index++, 0, codePoint);
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | undefined {
  const digit = Number.parseInt(String.fromCharCode(code), base);
  if (Number.isNaN(digit)) return undefined;
  // digits of Punycode: a to z, then 0 to 9
  return digit < 10 ? digit + 26 : digit - 10;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
