/** Reads the WWW-Authenticate header of a refusal. */
import { type Problem, warning } from "../../core/failures/authorizationProblem.ts";

/** One challenge of a header; parameters by their names in lower case. */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

export interface ReadChallenges {
  readonly challenges: readonly Challenge[];
  readonly problems: readonly Problem[];
}

const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const separators = /[\s,]*/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\[\s\S])*)"/y;
const token68 = /[A-Za-z0-9\-._~+/]+=*(?=\s*(?:,|$))/y;

/**
 * Reads all challenges of a header; several headers are to be joined with commas, as `fetch` does.
 * What cannot be read ends the reading, and is told.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function readChallenges(header: string): ReadChallenges {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const problems: Problem[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found) at = pattern.lastIndex;
    return found ?? undefined;
  };
  const lost = () => {
    problems.push(warning("malformed-challenge", "auth-scheme", { header, position: at }));
    return { challenges, problems };
  };

  for (take(separators); at < header.length; take(separators)) {
    const name = take(token)?.[0];
    if (name === undefined) return lost();
    const current = challenges.at(-1);
    if (!take(equals)) {
      challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
      take(/\s*/y);
      // a scheme may be followed by one bare value instead of parameters
      take(token68);
      continue;
    }
    const value = take(quoted)?.[1]?.replaceAll(/\\([\s\S])/g, "$1") ?? take(token)?.[0];
    if (value === undefined || !current) return lost();
    const key = name.toLowerCase();
    if (current.parameters.has(key)) {
      problems.push(warning("duplicate-parameter", "bearer", { parameter: key }));
    } else {
      current.parameters.set(key, value);
    }
  }
  return { challenges, problems };
}

/** The challenge that a client of MCP answers: Bearer or DPoP, the one that says more first. */
export function authorizationChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  const known = challenges.filter(({ scheme }) => scheme === "bearer" || scheme === "dpop");
  return known.toSorted((one, other) => other.parameters.size - one.parameters.size)[0];
}
