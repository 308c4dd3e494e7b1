/** Parses `WWW-Authenticate` headers. */
import {
  type AuthorizationProblem,
  warning,
} from "../../protocol/failures/authorizationProblem.ts";

/** One challenge; scheme and parameter names in lower case. */
export interface Challenge {
  readonly scheme: string;
  readonly parameters: ReadonlyMap<string, string>;
}

interface ReadChallenges {
  readonly challenges: readonly Challenge[];
  readonly problems: readonly AuthorizationProblem[];
}

const token = /[!#$%&'*+\-.^_`|~0-9A-Za-z]+/y;
const separators = /[\s,]*/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\[\s\S])*)"/y;
const token68 = /[A-Za-z0-9\-._~+/]+=*(?=\s*(?:,|$))/y;

/**
 * Parses all challenges of a header; several headers must be joined with commas, as `fetch` does.
 * Parsing stops at the first syntax error, which is reported as a problem.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1
 */
export function readChallenges(header: string): ReadChallenges {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const problems: AuthorizationProblem[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found) at = pattern.lastIndex;
    return found ?? undefined;
  };
  const malformed = () => {
    problems.push(warning("malformed-challenge", "auth-scheme", { header, position: at }));
    return { challenges, problems };
  };

  for (take(separators); at < header.length; take(separators)) {
    const name = take(token)?.[0];
    if (name === undefined) return malformed();
    const current = challenges.at(-1);
    if (!take(equals)) {
      challenges.push({ scheme: name.toLowerCase(), parameters: new Map() });
      take(/\s*/y);
      // a scheme may be followed by a token68 value instead of parameters
      take(token68);
      continue;
    }
    const value = take(quoted)?.[1]?.replaceAll(/\\([\s\S])/g, "$1") ?? take(token)?.[0];
    if (value === undefined || !current) return malformed();
    const key = name.toLowerCase();
    if (current.parameters.has(key)) {
      problems.push(warning("duplicate-parameter", "bearer", { parameter: key }));
    } else {
      current.parameters.set(key, value);
    }
  }
  return { challenges, problems };
}

/** The challenge that an MCP client answers: the Bearer or DPoP challenge with the most parameters. */
export function authorizationChallenge(challenges: readonly Challenge[]): Challenge | undefined {
  const known = challenges.filter(({ scheme }) => scheme === "bearer" || scheme === "dpop");
  return known.toSorted((one, other) => other.parameters.size - one.parameters.size)[0];
}
