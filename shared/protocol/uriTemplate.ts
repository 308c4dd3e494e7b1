/** Parses and expands URI templates of level 4. */

export interface TemplateVariable {
  readonly name: string;
  /** Whether it occurs only in a query expression, so that the URI is complete without it. */
  readonly isOptional: boolean;
  /** Whether it is followed by `*`: each item of a list, or each member of an object, is a part. */
  readonly isExploded: boolean;
}

interface Operator {
  /** Written before the first value. */
  readonly first: string;
  /** Written between values. */
  readonly separator: string;
  /** Whether values are written as `name=value`. */
  readonly isNamed: boolean;
  /** Written after a name whose value is empty. */
  readonly ifEmpty: string;
  /** Whether reserved characters and percent-encoded triplets stay as they are. */
  readonly allowsReserved: boolean;
}

const operator = (
  first: string,
  separator: string,
  { isNamed = false, ifEmpty = "", allowsReserved = false } = {},
): Operator => ({ first, separator, isNamed, ifEmpty, allowsReserved });

/** @see https://www.rfc-editor.org/rfc/rfc6570#appendix-A */
const operators: Readonly<Record<string, Operator>> = {
  "": operator("", ","),
  "+": operator("", ",", { allowsReserved: true }),
  "#": operator("#", ",", { allowsReserved: true }),
  ".": operator(".", "."),
  "/": operator("/", "/"),
  ";": operator(";", ";", { isNamed: true }),
  "?": operator("?", "&", { isNamed: true, ifEmpty: "=" }),
  "&": operator("&", "&", { isNamed: true, ifEmpty: "=" }),
};

interface VariableSpec {
  readonly name: string;
  readonly isExploded: boolean;
  /** Number of characters of the value that are used; undefined for all. */
  readonly prefix: number | undefined;
}

const expressions = /\{([+#./;?&]?)([^{}]*)\}/g;
/** The name may hold hyphens, which servers use although the RFC does not allow them. */
const variable =
  /^((?:[\w-]|%[\dA-Fa-f]{2})(?:\.?(?:[\w-]|%[\dA-Fa-f]{2}))*)(?:(\*)|:([1-9]\d{0,3}))?$/;

/**
 * The variables of an expression; undefined if it is invalid: then it stays in the URI unchanged.
 */
function specsOf(list: string): readonly VariableSpec[] | undefined {
  const specs = list.split(",").map((text) => {
    const [, name, star, prefix] = variable.exec(text.trim()) ?? [];
    return name === undefined
      ? undefined
      : { name, isExploded: star !== undefined, prefix: prefix ? Number(prefix) : undefined };
  });
  return specs.every((spec) => spec !== undefined) ? specs : undefined;
}

/**
 * The distinct variables of a template, in order.
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2.3
 */
export function templateVariables(template: string): readonly TemplateVariable[] {
  const found = new Map<string, TemplateVariable>();
  for (const [, sign = "", list = ""] of template.matchAll(expressions)) {
    for (const { name, isExploded } of specsOf(list) ?? []) {
      const known = found.get(name);
      found.set(name, {
        name,
        isOptional: (sign === "?" || sign === "&") && (known?.isOptional ?? true),
        isExploded: isExploded || (known?.isExploded ?? false),
      });
    }
  }
  return [...found.values()];
}

/** UTF-16 code units: a template can name one variable very often. */
const maxUriLength = 4_000_000;

/**
 * Expands a template. Variables without a value (absent, null, an empty list or object) are left out.
 * @param values texts, numbers, booleans, lists and objects of them, by name
 * @returns the template as it is where the URI would be longer than {@link maxUriLength}
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-3
 */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
): string {
  let expanded = "";
  let end = 0;
  for (const match of template.matchAll(expressions)) {
    const [whole, sign = "", list = ""] = match;
    const specs = specsOf(list);
    expanded += encode(template.slice(end, match.index), true);
    expanded += specs ? expandExpression(operators[sign] as Operator, specs, values) : whole;
    end = match.index + whole.length;
    if (expanded.length > maxUriLength) return template;
  }
  return expanded + encode(template.slice(end), true);
}

function expandExpression(
  rule: Operator,
  specs: readonly VariableSpec[],
  values: Readonly<Record<string, unknown>>,
): string {
  const parts: string[] = [];
  let length = 0;
  for (const spec of specs) {
    const value = Object.hasOwn(values, spec.name) ? values[spec.name] : undefined;
    for (const part of expandVariable(rule, spec, value)) {
      parts.push(part);
      length += part.length;
    }
    if (length > maxUriLength) break;
  }
  return parts.length === 0 ? "" : rule.first + parts.join(rule.separator);
}

/** @see https://www.rfc-editor.org/rfc/rfc6570#section-3.2.1 */
function expandVariable(
  { isNamed, ifEmpty, allowsReserved }: Operator,
  { name, isExploded, prefix }: VariableSpec,
  value: unknown,
): readonly string[] {
  const write = (text: string) => encode(text, allowsReserved);
  const named = (key: string, text: string) => `${key}${text === "" ? ifEmpty : `=${text}`}`;
  if (typeof value !== "object" || value === null) {
    if (value === undefined || value === null) return [];
    const text = String(value);
    const used = prefix === undefined ? text : [...text].slice(0, prefix).join("");
    return [isNamed ? named(name, write(used)) : write(used)];
  }
  const pairs: (readonly [string | undefined, string])[] = Array.isArray(value)
    ? value.filter(isScalar).map((item) => [undefined, write(String(item))])
    : Object.entries(value)
        .filter(([, item]) => isScalar(item))
        .map(([key, item]) => [write(key), write(String(item))]);
  if (pairs.length === 0) return [];
  if (!isExploded) {
    const text = pairs
      .flat()
      .filter((part) => part !== undefined)
      .join(",");
    return [isNamed ? named(name, text) : text];
  }
  return pairs.map(([key, text]) => {
    if (isNamed) return named(key ?? name, text);
    return key === undefined ? text : `${key}=${text}`;
  });
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && typeof value !== "object";
}

/** @param allowsReserved leaves reserved characters and percent-encoded triplets as they are */
function encode(text: string, allowsReserved: boolean): string {
  const changed = allowsReserved ? /%[\dA-Fa-f]{2}|[^\w\-.~:/?#[\]@!$&'()*+,;=]/gu : /[^\w\-.~]/gu;
  return text
    .toWellFormed()
    .replace(changed, (part) => (part.length === 3 ? part : percentEncode(part)));
}

/** `encodeURIComponent` leaves some reserved characters as they are. */
function percentEncode(char: string): string {
  return /[!'()*]/.test(char)
    ? `%${char.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(char);
}
