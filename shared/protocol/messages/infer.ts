/** Derives TypeScript types from message schemas. */

interface Primitives {
  string: string;
  number: number;
  integer: number;
  boolean: boolean;
  null: null;
  object: { readonly [key: string]: unknown };
}

/**
 * The type of the values that a schema allows.
 * `S` is the schema, `D` are the definitions that its references resolve to.
 */
export type Infer<S, D> = S extends { $ref: `#/$defs/${infer N}` }
  ? N extends keyof D
    ? Infer<D[N], D>
    : never
  : S extends { const: infer C }
    ? C
    : S extends { enum: readonly (infer E)[] }
      ? E
      : S extends { anyOf: readonly (infer B)[] }
        ? Infer<B, D>
        : S extends { allOf: readonly [infer A, infer B] }
          ? Infer<A, D> & Infer<B, D>
          : S extends { properties: infer P; required: readonly (infer R)[] }
            ? InferMembers<P, R, D>
            : S extends { additionalProperties: infer V }
              ? { readonly [key: string]: Infer<V, D> }
              : S extends { items: infer I }
                ? readonly Infer<I, D>[]
                : S extends { type: infer T }
                  ? InferPrimitive<T>
                  : unknown;

type InferMembers<P, R, D> = {
  readonly [K in keyof P as K extends R ? K : never]: Infer<P[K], D>;
} & {
  readonly [K in keyof P as K extends R ? never : K]?: Infer<P[K], D>;
};

type InferPrimitive<T> = T extends readonly (infer E)[]
  ? InferPrimitive<E>
  : T extends keyof Primitives
    ? Primitives[T]
    : never;
