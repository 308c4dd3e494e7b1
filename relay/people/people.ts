/** Decides who sends a request and what they may do, by headers that a trusted proxy sets. */
import type { IncomingMessage } from "node:http";
import type { PersonRefusalCode } from "../../shared/relay/client/relaySession.ts";

/** Somebody whom the proxy has signed in. */
export interface Person {
  /** The value of the header, such as an e-mail address. */
  readonly name: string;
  /** Whether they may start, forward and share; everybody else may only look. */
  readonly mayAct: boolean;
}

/** Why a request is refused; the response has the code in a header of its own. */
export interface PersonRefusal {
  readonly status: 400 | 401 | 403;
  readonly code: PersonRefusalCode;
  /** A sentence for the user. */
  readonly reason: string;
}

export interface People {
  /** The person; undefined for a request that needs none. */
  evaluate(request: IncomingMessage, isUpgrade: boolean): Person | undefined | PersonRefusal;
}

/** Which headers name the person and their groups. */
export interface PeopleHeaders {
  readonly authHeader: string;
  /** Without it, everybody may act. */
  readonly roleHeader?: string | undefined;
  /** The groups whose members may act. */
  readonly actingRoles: readonly string[];
}

/** An e-mail address has at most 254 characters. */
const maxNameChars = 256;

/** What orchestrators ask directly, without the proxy; neither says anything about anybody. */
const probes = ["/api/health", "/api/ready"];

/** @param isTrusted whether a proxy at this address may name people */
export function createPeople(
  { authHeader, roleHeader, actingRoles }: PeopleHeaders,
  isTrusted: (address: string) => boolean,
): People {
  return {
    evaluate(request, isUpgrade) {
      const { method = "GET", url = "", socket, rawHeaders } = request;
      const isReading = !isUpgrade && ["GET", "HEAD"].includes(method);
      if (isReading && probes.includes(url)) return undefined;
      // only the neighbour counts: who is behind it is what it says
      const { remoteAddress } = socket;
      if (remoteAddress === undefined || !isTrusted(remoteAddress)) {
        const reason = "This relay answers only through the proxy that signs people in.";
        return { status: 403, code: "not-through-proxy", reason };
      }
      const [name, ...otherNames] = valuesOf(rawHeaders, authHeader);
      if (!name) {
        const reason = `The proxy has not said who you are: it sent no ${authHeader}.`;
        return { status: 401, code: "identity-missing", reason };
      }
      // a proxy that adds its value to that of the browser would let everybody be anybody
      if (otherNames.length > 0 || !isName(name)) {
        const reason = `The proxy has to set ${authHeader} to one name, in place of what the browser sent.`;
        return { status: 400, code: "identity-ambiguous", reason };
      }
      if (roleHeader === undefined) return { name, mayAct: true };
      const [roles, ...otherRoles] = valuesOf(rawHeaders, roleHeader);
      if (!roles) {
        const reason = `The proxy has not said what you may do: it sent no ${roleHeader}.`;
        return { status: 403, code: "role-missing", reason };
      }
      if (otherRoles.length > 0) {
        const reason = `The proxy has to set ${roleHeader} once, in place of what the browser sent.`;
        return { status: 400, code: "role-ambiguous", reason };
      }
      const mayAct = roles.split(",").some((role) => actingRoles.includes(role.trim()));
      // everything that starts, sends or stores is a socket, or no reading of the API
      if (!isReading && !mayAct) {
        const reason = "You may only look: starting, sending and sharing need another role.";
        return { status: 403, code: "may-only-look", reason };
      }
      return { name, mayAct };
    },
  };
}

export function isPersonRefusal(
  verdict: Person | PersonRefusal | undefined,
): verdict is PersonRefusal {
  return verdict !== undefined && "code" in verdict;
}

/** Who sends the request of a response, where a proxy names people. */
export function personOf({ locals }: { readonly locals: Record<string, unknown> }) {
  return locals.person as string | undefined;
}

/** Every value of a header as it was received, without those that are empty. */
function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders
    .filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase())
    .map((value) => Buffer.from(value, "latin1").toString().trim())
    .filter(Boolean);
}

/** Whether it is one name: a comma separates several values of a header. */
function isName(text: string): boolean {
  return text.length <= maxNameChars && !/[,\p{C}\p{Zl}\p{Zp}]|\ufffd/u.test(text);
}
