/** Invalid replies of servers, and the check that a flow fails at them. */
import { expect } from "vitest";
import type { ProblemCode } from "../protocol/failures/authorizationProblem.ts";
import type { SectionName } from "../protocol/failures/sectionName.ts";
import {
  createTestClient,
  documentsOf,
  failedStep,
  type Reply,
  startTestServer,
} from "./testServer.fixture.ts";

/** Creates a reply for a test server at `origin`. */
export type MakeReply = (origin: string) => Reply;

export type InvalidReply = readonly [
  name: string,
  reply: MakeReply,
  code: ProblemCode,
  section: SectionName,
];

/** Protected resource metadata with some members changed. */
export const resource =
  (change: (origin: string) => object): MakeReply =>
  (origin) => ({ json: { ...documentsOf(origin).resource, ...change(origin) } });

/** Authorization server metadata with some members changed. */
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

/** Paths of later steps, which must not be requested after a step has failed. */
const forbiddenPaths: Readonly<Record<string, readonly string[]>> = {
  resource: ["/register", "/authorize", "/token"],
  issuer: ["/register", "/authorize", "/token"],
  register: ["/authorize", "/token"],
  authorize: ["/token"],
  token: [],
};

/** Returns a test that a flow fails at a step because of the reply at a path. */
export function expectFailureAt(step: string, path: string) {
  return async (_name: string, reply: MakeReply, code: ProblemCode, section: SectionName) => {
    const testServer = await startTestServer();
    testServer.reply(path, reply(testServer.origin));
    const { authorization, sendRequest } = createTestClient(testServer);
    const delivery = await sendRequest();
    expect(failedStep(authorization)).toMatchObject({ step, code, section });
    const failure = { code: "not-authorized", problem: { code } };
    expect(delivery).toMatchObject({ kind: "failed", failure });
    for (const later of forbiddenPaths[step] ?? []) expect(testServer.paths()).not.toContain(later);
    expect(testServer.paths().filter((each) => each === "/mcp")).toHaveLength(1);
  };
}
