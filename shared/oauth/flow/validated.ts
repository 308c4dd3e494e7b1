/** Reads documents that others wrote: what is usable comes out, what is wrong is told, nothing throws. */

import {
  type Evidence,
  type Problem,
  type ProblemCode,
  violation,
  warning,
} from "../../core/failures/authorizationProblem.ts";
import type { SectionName } from "../../core/failures/authorizationSections.ts";
import { findHeader } from "../../core/headers.ts";
import { isJsonObject, type JsonObject } from "../../core/jsonObject.ts";
import { type UrlRules, urlTrouble } from "../discovery/urls.ts";
import type { FlowAnswer } from "./flow.ts";

/** A verdict: the value is there where the answer can be used. */
export interface Validated<T> {
  readonly value: T | undefined;
  readonly problems: readonly Problem[];
  /** Whether it is what was looked for, right or wrong; anything else means to look elsewhere. */
  readonly isDocument?: boolean;
}

/** The problem that makes an answer useless, if there is one. */
export function worst(problems: readonly Problem[]): Problem | undefined {
  return problems.find(({ severity }) => severity === "violation");
}

/**
 * Reads an answer that is to be a JSON object.
 * @param section where it says so
 */
export function readObject(answer: FlowAnswer, section: SectionName): Validated<JsonObject> {
  const { url } = answer;
  const type = contentType(answer);
  let value: unknown;
  try {
    value = JSON.parse(answer.text);
  } catch {
    return failed("not-json", section, { url, contentType: type });
  }
  if (!isJsonObject(value)) {
    return failed("not-an-object", section, { url, found: kindOf(value) });
  }
  const isJson = /^application\/(?:[^;\s]+\+)?json$/.test(type);
  const problems = isJson
    ? []
    : [warning("wrong-content-type", section, { url, contentType: type })];
  return { value, problems };
}

export function failed(
  code: ProblemCode,
  section: SectionName,
  evidence: Evidence,
): Validated<never> {
  return { value: undefined, problems: [violation(code, section, evidence)] };
}

export function contentType({ headers }: FlowAnswer): string {
  const value = findHeader(headers, "content-type");
  return value?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Reads members of one object, and keeps what is wrong with them. */
export interface MemberReader {
  readonly problems: Problem[];
  /** A string that is not empty. */
  string(member: string, need: "required" | "optional"): string | undefined;
  strings(member: string): readonly string[] | undefined;
  flag(member: string): boolean;
  /** Seconds, or another count; a number in a string counts, with a warning. */
  count(member: string): number | undefined;
  /** A URL that may be used. */
  url(member: string, need: "required" | "optional", rules: UrlRules): string | undefined;
}

/**
 * @param section where the members are defined
 * @param url where the object came from
 */
export function createMemberReader(
  object: JsonObject,
  section: SectionName,
  url: string,
): MemberReader {
  const problems: Problem[] = [];
  const memberAt = (member: string) => (Object.hasOwn(object, member) ? object[member] : undefined);
  const wrong = (member: string, expected: string) =>
    problems.push(
      violation("wrong-type", section, { member, expected, found: kindOf(memberAt(member)), url }),
    );

  const string: MemberReader["string"] = (member, need) => {
    const value = memberAt(member);
    if (typeof value === "string" && value !== "") return value;
    if (value === undefined || value === "") {
      if (need === "required") problems.push(violation("missing-member", section, { member, url }));
    } else if (value !== null || need === "required") {
      wrong(member, "string");
    }
    return undefined;
  };

  return {
    problems,
    string,
    strings(member) {
      const value = memberAt(member);
      if (value === undefined || value === null) return undefined;
      if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
      wrong(member, "array of strings");
      return undefined;
    },
    flag(member) {
      const value = memberAt(member);
      if (value === undefined || value === null || typeof value === "boolean")
        return value === true;
      wrong(member, "boolean");
      return false;
    },
    count(member) {
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
    url(member, need, rules) {
      const value = string(member, need);
      if (value === undefined) return undefined;
      const why = urlTrouble(value, rules);
      if (why === undefined) return value;
      problems.push(violation("unusable-url", section, { member, value, why, url }));
      return undefined;
    },
  };
}
