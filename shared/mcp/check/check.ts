/** Holds messages against the revision they belong to: says what is wrong, and never rejects. */

import {
  type CheckedRevision,
  checkedRevisions,
  type DefinitionName,
} from "../messages/definitions.ts";
import { isOfficial } from "../messages/schema.ts";
import type { Direction } from "../methods.ts";
import { createCollector } from "./checkCollector.ts";
import { bookOf } from "./checkDefinitions.ts";
import { checkEnvelope } from "./checkEnvelope.ts";
import type { Finding } from "./checkFinding.ts";
import { resultKind } from "./checkResultKind.ts";

/**
 * Checks a value against a definition of a revision's schema.
 * A value without a violation among its findings is valid by the published schema.json; a text of
 * another format than the one named there is worth a warning only.
 *
 * @param revision whose definition
 * @param name the definition's name in the specification, such as `CallToolResult`
 * @param value any JSON value
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema
 */
export function checkDefinition<R extends CheckedRevision>(
  revision: R,
  name: DefinitionName<R>,
  value: unknown,
): Finding[] {
  const { known, collector } = begin(revision);
  const book = bookOf(known, "published");
  if (isOfficial(name) && book.schema(name)) collector.visit(book.check(name), name, value);
  else collector.add({ code: "unknown-definition", name });
  return collector.findings;
}

/**
 * Checks what travelled as one message: a request, a notification, a response, or a batch of them.
 * Of a result only what all results have in common is checked; {@link checkResult} does the rest.
 *
 * @param revision the one in use; one that is not known is taken for the latest before it
 * @param direction which way the message travelled
 * @param message any JSON value
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#messages
 */
export function checkMessage(revision: string, direction: Direction, message: unknown): Finding[] {
  const { known, collector } = begin(revision);
  checkEnvelope({ revision: known, direction, findings: collector }, message);
  return collector.findings;
}

/**
 * Checks a result of which the request's method is known.
 *
 * @param revision as for {@link checkMessage}
 * @param method the method of the request that it answers
 * @param result the member `result` of the response; the pointers of findings begin there
 */
export function checkResult(revision: string, method: string, result: unknown): Finding[] {
  const { known, collector } = begin(revision);
  const name = resultKind(known, method, result, collector);
  collector.visit(bookOf(known, "meant").check(name), name, result);
  return collector.findings;
}

/** Names of revisions are dates, and so is their order. */
function begin(revision: string) {
  const earlier = checkedRevisions.filter((known) => known <= revision);
  const known = earlier.at(-1) ?? checkedRevisions[0];
  const collector = createCollector(known);
  if (known !== revision) {
    const trouble = { code: "unknown-revision", revision, checkedAs: known } as const;
    collector.add(trouble, { severity: "note" });
  }
  return { known, collector };
}
