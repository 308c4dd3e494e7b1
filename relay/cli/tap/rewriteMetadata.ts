/** Replaces the server's address in what clients compare with the address that they use: the tap's. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { asJsonObject, parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { readBody } from "./readBody.ts";
import type { TapAddresses } from "./tapAddresses.ts";

/**
 * What names the tap instead of the server: nothing; the resource, in its metadata and in
 * `WWW-Authenticate`; or an authorization server at the server's origin, too.
 */
export const rewriteModes = ["none", "resource", "all"] as const;

export type RewriteMode = (typeof rewriteModes)[number];

/** @see https://www.rfc-editor.org/rfc/rfc9728#section-3 */
const ofResource = /^\/\.well-known\/oauth-protected-resource(?:\/|$)/;

/** @see https://www.rfc-editor.org/rfc/rfc8414#section-3 */
const ofIssuer =
  /^\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(?:\/|$)|\/\.well-known\/openid-configuration$/;

/** An address that was changed. */
export interface RewrittenMember {
  readonly path: string;
  /** The member of a document, or the header. */
  readonly member: string;
  readonly from: string;
  readonly to: string;
}

/** The exchange whose answer is changed. */
interface RewrittenExchange {
  readonly number: number;
  readonly target: URL;
  /** Records that the answer is complete. */
  end(outcome: "complete"): void;
}

export interface MetadataRewriter {
  /** Whether the answer to a request may be a document of which something is changed. */
  isAskedFor(method: string, path: string): boolean;
  /** Whether the answer is such a document. */
  isFor(path: string, answer: IncomingMessage): boolean;
  /** Sends the document with the addresses at the tap; anything else as it is. */
  send(
    exchange: RewrittenExchange,
    answer: IncomingMessage,
    response: ServerResponse,
  ): Promise<void>;
}

interface RewriterOptions {
  readonly mode: RewriteMode;
  readonly addresses: TapAddresses;
  readonly onChange?: (change: RewrittenMember, exchange: number) => void;
  /** A document that cannot be read passes as it is. */
  readonly onUnread?: (path: string, coding: string) => void;
}

/** Bytes of a document that is read; a larger one is not passed on. */
const maxDocumentBytes = 1_048_576;

export function createMetadataRewriter(options: RewriterOptions): MetadataRewriter {
  const { mode, addresses, onChange, onUnread } = options;
  const isDocument = (path: string) =>
    (mode !== "none" && ofResource.test(path)) || (mode === "all" && ofIssuer.test(path));

  const rewritten = (
    { number, target: { pathname: path } }: RewrittenExchange,
    document: Readonly<Record<string, unknown>>,
  ) => {
    const change = (member: string, value: unknown): unknown => {
      if (Array.isArray(value)) return value.map((each) => change(member, each));
      const to = typeof value === "string" ? addresses.toTap(value) : value;
      if (to !== value) onChange?.({ path, member, from: `${value}`, to: `${to}` }, number);
      return to;
    };
    const isChanged = (member: string) => {
      if (ofResource.test(path)) {
        return member === "resource" || (mode === "all" && member === "authorization_servers");
      }
      // the user's own browser opens it, and web pages do not pass the relay
      return member !== "authorization_endpoint";
    };
    return Object.fromEntries(
      Object.entries(document).map(([member, value]) => [
        member,
        isChanged(member) ? change(member, value) : value,
      ]),
    );
  };

  return {
    isAskedFor: (method, path) => method === "GET" && isDocument(path),
    isFor(path, { statusCode, headers }) {
      const { "content-encoding": coding = "identity" } = headers;
      if (statusCode !== 200 || !isDocument(path)) return false;
      if (coding !== "identity") onUnread?.(path, coding);
      return coding === "identity";
    },
    async send(exchange, answer, response) {
      const { body, isWhole } = await readBody(answer, (_added, size) => size <= maxDocumentBytes);
      if (!isWhole || !answer.complete) return void response.destroy();
      const document = asJsonObject(parseJsonObject(`${body}`));
      response.end(document ? JSON.stringify(rewritten(exchange, document)) : body);
      // not before its changes are recorded
      exchange.end("complete");
    },
  };
}
