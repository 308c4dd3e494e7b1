/** Why a part of YAML is not read. */

export class YamlProblem extends Error {
  readonly kind: "invalid" | "unsupported";
  /** Counted from 0. */
  readonly line: number;
  constructor(kind: YamlProblem["kind"], line: number, message: string) {
    super(message);
    this.name = "YamlProblem";
    this.kind = kind;
    this.line = line;
  }
}
