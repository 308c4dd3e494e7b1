/** Reads untrusted JSON documents: returns the usable values and a list of problems, never throws. */

import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import {
  type AuthorizationProblem,
  authorizationViolation,
  type Evidence,
  type ProblemCode,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";
import type { SectionName } from "../../protocol/failures/sectionName.ts";
import { findHeader } from "../../protocol/headers.ts";
import { checkUrl, type UrlRules } from "../discovery/urls.ts";
import type { FlowAnswer } from "./flow.ts";

/** The result of a validation; `value` is undefined if the document cannot be used. */
export interface Validated<T> {
  readonly value: T | undefined;
  readonly problems: readonly AuthorizationProblem[];
  /** Whether this is the kind of document that was looked for, valid or not; false: try the next location. */
  readonly isDocument?: boolean;
}

/** The first problem of severity `violation`, if any. */
export function findViolation(
  problems: readonly AuthorizationProblem[],
): AuthorizationProblem | undefined {
  return problems.find(({ severity }) => severity === "violation");
}

/**
 * Reads a response body that must be a JSON object.
 * @param section the section that requires it
 */
export function readJsonObject(answer: FlowAnswer, section: SectionName): Validated<JsonObject> {
  const { url } = answer;
  const type = contentType(answer);
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    return failedValidation("not-json", section, { url, contentType: type });
  }
  if (!isJsonObject(value)) {
    return failedValidation("not-an-object", section, { url, found: jsonTypeOf(value) });
  }
  const isJson = /^application\/(?:[^;\s]+\+)?json$/.test(type);
  const problems = isJson
    ? []
    : [warning("wrong-content-type", section, { url, contentType: type })];
  return { value, problems };
}

/** A validation that failed with one violation. */
export function failedValidation(
  code: ProblemCode,
  section: SectionName,
  evidence: Evidence,
): Validated<never> {
  return { value: undefined, problems: [authorizationViolation(code, section, evidence)] };
}

/** The media type of a response in lower case, without parameters; empty if there is none. */
function contentType({ headers }: FlowAnswer): string {
  const value = findHeader(headers, "content-type");
  return value?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/**
 * Reads members of one object and collects their problems.
 * @param section where the members are defined
 * @param url the URL of the object, for evidence
 */
export function createMemberReader(object: JsonObject, section: SectionName, url: string) {
  const problems: AuthorizationProblem[] = [];
  const memberAt = (member: string) => (Object.hasOwn(object, member) ? object[member] : undefined);
  const wrong = (member: string, expected: string) =>
    problems.push(
      authorizationViolation("wrong-type", section, {
        member,
        expected,
        found: jsonTypeOf(memberAt(member)),
        url,
      }),
    );

  /** A non-empty string. */
  const string = (member: string, need: "required" | "optional"): string | undefined => {
    const value = memberAt(member);
    if (typeof value === "string" && value !== "") return value;
    if (value === undefined || value === "") {
      if (need === "required")
        problems.push(authorizationViolation("missing-member", section, { member, url }));
    } else if (value !== null || need === "required") {
      wrong(member, "string");
    }
    return undefined;
  };

  return {
    problems,
    string,
    strings(member: string): readonly string[] | undefined {
      const value = memberAt(member);
      if (value === undefined || value === null) return undefined;
      if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
      wrong(member, "array of strings");
      return undefined;
    },
    flag(member: string): boolean {
      const value = memberAt(member);
      if (value === undefined || value === null || typeof value === "boolean")
        return value === true;
      wrong(member, "boolean");
      return false;
    },
    /** A finite number; digits in a string are accepted with a warning. */
    count(member: string): number | undefined {
      const value = memberAt(member);
      if (value === undefined || value === null) return undefined;
      if (typeof value === "number" && Number.isFinite(value)) return value;
      if (typeof value === "string" && /^\d+$/.test(value)) {
        const evidence = { member, expected: "number", found: "string", url };
        problems.push(warning("wrong-type", section, evidence));
        return Number(value);
      }
      wrong(member, "number");
      return undefined;
    },
    /** A URL that passes `checkUrl`. */
    url(member: string, need: "required" | "optional", rules: UrlRules): string | undefined {
      const value = string(member, need);
      if (value === undefined) return undefined;
      const why = checkUrl(value, rules);
      if (why === undefined) return value;
      problems.push(authorizationViolation("unusable-url", section, { member, value, why, url }));
      return undefined;
    },
  };
}
