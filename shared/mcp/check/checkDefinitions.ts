/** The checks of every revision's definitions, each made when it is first needed. */

import { type CheckedRevision, definitionsOf } from "../messages/definitions.ts";
import { compile } from "./checkSchema.ts";
import type { Book, Check } from "./checkVisit.ts";

/** Judges as the specification's schema.ts does, or as the schema.json that is published of it. */
export type Standard = "meant" | "published";

const books = new Map<string, Book>();

/**
 * Where a revision's definitions and their checks are found by name.
 * The published schema.json lost part of a few types (fractions, null); messages are judged by
 * what is meant, definitions by what is published.
 */
export function bookOf(revision: CheckedRevision, standard: Standard): Book {
  const key = `${revision} ${standard}`;
  const known = books.get(key);
  if (known) return known;
  const definitions = new Map(Object.entries(definitionsOf(revision)));
  const checks = new Map<string, Check>();
  const book: Book = {
    schema: (name) => definitions.get(name),
    check(name) {
      const made = checks.get(name);
      if (made) return made;
      const schema = definitions.get(name);
      if (!schema) throw new Error(`${revision} has no definition ${name}`);
      const check = compile(schema, book, standard === "published");
      checks.set(name, check);
      return check;
    },
  };
  books.set(key, book);
  return book;
}
