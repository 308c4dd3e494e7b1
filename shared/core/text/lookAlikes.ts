/**
 * Letters of other scripts that look like Latin ones in common fonts: a selection of those that
 * have been used to imitate names.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
const rows: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "Ьƅ",
  c: "сϲ",
  d: "ԁɗ",
  e: "еҽ",
  f: "ƒ",
  g: "ɡց",
  h: "һհ",
  i: "іıɩι",
  j: "јϳ",
  k: "кκ",
  l: "ӏاןוⅼ",
  m: "мⅿ",
  n: "пոη",
  o: "оοօσס",
  p: "рρ",
  q: "ԛզ",
  r: "гᴦ",
  s: "ѕꜱ",
  t: "тτ",
  u: "υսц",
  v: "νѵ",
  w: "ԝѡա",
  x: "хχ",
  y: "уγү",
  z: "ᴢ",
  A: "АΑ",
  B: "ВΒ",
  C: "СϹ",
  E: "ЕΕ",
  H: "НΗ",
  I: "ІΙӀ",
  J: "Ј",
  K: "КΚ",
  M: "МΜ",
  N: "Ν",
  O: "ОΟ",
  P: "РΡ",
  S: "Ѕ",
  T: "ТΤ",
  X: "ХΧ",
  Y: "УΥҮ",
  Z: "Ζ",
};

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(rows).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/** The Latin letter that a non-Latin letter looks like; undefined for all others. */
export function lookAlikeOf(char: string): string | undefined {
  return latinOf.get(char);
}
