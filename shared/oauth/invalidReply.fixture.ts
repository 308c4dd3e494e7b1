/** Replies that no server should make, and the check that a flow stops at them. */
import { expect } from "vitest";
import type { ProblemCode } from "../core/failures/authorizationProblem.ts";
import { type SectionName, sections } from "../core/failures/authorizationSections.ts";
import {
  createTestClient,
  documentsOf,
  failedStep,
  type Reply,
  startTestServer,
} from "./testServer.fixture.ts";

/** Makes a reply of the world's server. */
export type MakeReply = (origin: string) => Reply;

export type InvalidReply = readonly [
  name: string,
  reply: MakeReply,
  code: ProblemCode,
  section: SectionName,
];

/** The resource's document with some members changed. */
export const resource =
  (change: (origin: string) => object): MakeReply =>
  (origin) => ({ json: { ...documentsOf(origin).resource, ...change(origin) } });

/** The authorization server's document with some members changed. */
export const server =
  (change: (origin: string) => object): MakeReply =>
  (origin) => ({ json: { ...documentsOf(origin).server, ...change(origin) } });

export const respondWith =
  (json: unknown, status = 200): MakeReply =>
  () => ({ status, json });

export const html: MakeReply = () => ({ text: "<!doctype html><title>Hello</title>" });
export const serverError: MakeReply = () => ({ status: 500, text: "Internal Server Error" });
export const oversized: MakeReply = () => ({ text: `{"a":"${"x".repeat(600_000)}"}` });
export const redirectElsewhere: MakeReply = () => (response) =>
  response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end();
export const connectionReset: MakeReply = () => (response) => response.destroy();

/** What comes after a step, and must not be asked for once it has failed. */
const forbiddenPaths: Readonly<Record<string, readonly string[]>> = {
  resource: ["/register", "/authorize", "/token"],
  issuer: ["/register", "/authorize", "/token"],
  register: ["/authorize", "/token"],
  authorize: ["/token"],
  token: [],
};

/** Checks that a flow stops at a step because of what is answered at a path. */
export function expectFailureAt(step: string, path: string) {
  return async (_name: string, reply: MakeReply, code: ProblemCode, section: SectionName) => {
    const testServer = await startTestServer();
    testServer.reply(path, reply(testServer.origin));
    const { authorization, ask } = createTestClient(testServer);
    const delivery = await ask();
    expect(failedStep(authorization)).toMatchObject({ step, code, section });
    expect(sections[section].url).toMatch(/^https:/);
    const failure = { code: "not-authorized", problem: { code } };
    expect(delivery).toMatchObject({ kind: "failed", failure });
    for (const unasked of forbiddenPaths[step] ?? [])
      expect(testServer.paths()).not.toContain(unasked);
    expect(testServer.paths().filter((each) => each === "/mcp")).toHaveLength(1);
  };
}
