/** Derives mutants of a module from its syntax tree: small changes that a test should notice. */
import { type ESTree, parseSync, Visitor } from "vite";

export type Operator =
  | "negated condition"
  | "equality"
  | "logical operator"
  | "boundary"
  | "arithmetic"
  | "removed call"
  | "removed return"
  | "removed ??"
  | "boolean"
  | "string";

/** A piece of a text and what replaces it. */
export interface Mutant {
  /** The first line is 1. */
  readonly line: number;
  readonly operator: Operator;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly original: string;
  readonly replacement: string;
}

/** The replacements of an operator of two operands. */
const swaps: Readonly<Record<string, readonly [operator: Operator, replacement: string]>> = {
  "===": ["equality", "!=="],
  "!==": ["equality", "==="],
  "&&": ["logical operator", "||"],
  "||": ["logical operator", "&&"],
  "<": ["boundary", "<="],
  "<=": ["boundary", "<"],
  ">": ["boundary", ">="],
  ">=": ["boundary", ">"],
  "+": ["arithmetic", "-"],
  "-": ["arithmetic", "+"],
};

/**
 * Finds every mutant of a module.
 * @param file its name, which says whether it holds JSX
 * @returns in the order of the text
 * @throws {SyntaxError} if the text is not TypeScript
 */
export function findMutants(file: string, text: string): Mutant[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`);
  const mutants: Mutant[] = [];
  /** Literals that are types, or names of modules and members. */
  const unchanged = new Set<number>();

  const add = (operator: Operator, { start, end }: ESTree.Span, replacement: string) => {
    const line = text.slice(0, start).split("\n").length;
    mutants.push({ line, operator, start, end, original: text.slice(start, end), replacement });
  };

  const swap = (
    node: ESTree.Span & { left: ESTree.Span; right: ESTree.Span; operator: string },
  ) => {
    const found = swaps[node.operator];
    if (!found) return;
    const start = text.indexOf(node.operator, node.left.end);
    add(found[0], { start, end: start + node.operator.length }, found[1]);
  };

  const negate = ({ test }: { readonly test: ESTree.Expression }) => {
    // the mutant of the operator is the same
    if (test.type === "BinaryExpression" && swaps[test.operator]?.[0] === "equality") return;
    add("negated condition", test, `!(${text.slice(test.start, test.end)})`);
  };

  const isCall = (node: ESTree.Expression): boolean =>
    node.type === "AwaitExpression" || (node.type === "UnaryExpression" && node.operator === "void")
      ? isCall(node.argument)
      : node.type === "ChainExpression"
        ? node.expression.type === "CallExpression"
        : node.type === "CallExpression" && node.callee.type !== "Super";

  const keep = (node: ESTree.Span | null) => {
    if (node) unchanged.add(node.start);
  };

  new Visitor({
    BinaryExpression: swap,
    LogicalExpression(node) {
      if (node.operator !== "??") return swap(node);
      add("removed ??", node, text.slice(node.left.start, node.left.end));
    },
    ConditionalExpression: negate,
    IfStatement(node) {
      negate(node);
      const { consequent } = node;
      const last = consequent.type === "BlockStatement" ? consequent.body.at(-1) : consequent;
      if (last?.type === "ReturnStatement" || last?.type === "ContinueStatement") {
        add("removed return", last, ";");
      }
    },
    ExpressionStatement(node) {
      if (isCall(node.expression)) add("removed call", node, ";");
      if (typeof node.directive === "string") keep(node.expression);
    },
    Literal(node) {
      if (unchanged.has(node.start)) return;
      if (typeof node.value === "boolean") add("boolean", node, String(!node.value));
      if (typeof node.value === "string")
        add("string", node, node.value === "" ? '"mutant"' : '""');
    },
    TSLiteralType: ({ literal }) => keep(literal),
    TSPropertySignature: ({ key }) => keep(key),
    Property: ({ key }) => keep(key),
    ImportDeclaration: ({ source, attributes }) => {
      for (const each of [source, ...attributes.map(({ value }) => value)]) keep(each);
    },
    ImportExpression: ({ source }) => keep(source),
    ExportNamedDeclaration: ({ source }) => keep(source),
    ExportAllDeclaration: ({ source }) => keep(source),
    JSXAttribute: ({ value }) => keep(value),
  }).visit(program);
  return mutants.sort((one, other) => one.start - other.start || other.end - one.end);
}

/** The text of a mutant. */
export function applyMutant(text: string, { start, end, replacement }: Mutant): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/**
 * Selects mutants that are spread evenly, and over the operators; the same ones each time.
 * @param mutants in the order of the text
 */
export function selectMutants<M extends Mutant>(mutants: readonly M[], count: number): M[] {
  if (mutants.length <= count) return [...mutants];
  const used = new Map<Operator, number>();
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * mutants.length) / count);
    const to = Math.floor(((index + 1) * mutants.length) / count);
    const usesOf = ({ operator }: M) => used.get(operator) ?? 0;
    const rarest = mutants
      .slice(from, to)
      .reduce((best, each) => (usesOf(each) < usesOf(best) ? each : best));
    used.set(rarest.operator, usesOf(rarest) + 1);
    return rarest;
  });
}
