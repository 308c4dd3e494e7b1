import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { revisions } from "../revisions.ts";
import {
  clientMessageSchema,
  clientMethods,
  messageSkeleton,
  type Offers,
} from "./clientMessages.ts";
import { jsonSchemaOf } from "./jsonSchemaOf.ts";

const ajv = () => new Ajv2020({ strict: false, validateFormats: false });
const nothing: Offers = { tools: [], prompts: [], resources: [] };

describe.each(revisions)("%s", (revision) => {
  test("every skeleton is valid by its own schema", () => {
    const check = ajv();
    const fits = check.compile(clientMessageSchema(revision, nothing));
    for (const method of clientMethods(revision)) {
      const message = JSON.parse(messageSkeleton(revision, method, 7));
      expect([message.method, message.id]).toEqual([
        method.method,
        method.kind === "request" ? 7 : undefined,
      ]);
      expect([method.method, fits(message), fits.errors]).toEqual([method.method, true, null]);
      if (method.definition === undefined) continue;
      const official = check.compile(jsonSchemaOf(revision, method.definition as never));
      expect([method.method, official(message), official.errors]).toEqual([
        method.method,
        true,
        null,
      ]);
    }
  });
});

describe("the schema follows the message", () => {
  const tool = {
    name: "add/~1",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { a: { $ref: "#/$defs/n" }, next: { $ref: "#" } },
      required: ["a"],
      $defs: { n: { type: "number" } },
    },
  };
  const offers: Offers = { tools: [tool], prompts: ["greet"], resources: ["file:///a"] };
  const schema = clientMessageSchema("2025-11-25", offers);
  const fits = ajv().compile(schema);
  const call = (args: unknown, name = tool.name) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });

  test.each<[message: unknown, isFit: boolean]>([
    [call({ a: 1, next: { a: 2 } }), true],
    [call({ a: "1" }), false],
    [call({ a: 1, next: {} }), false],
    [call({}), false],
    [call({}, "other"), true],
    [{ jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }, false],
    [{ jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: 3 } }, false],
    [{ jsonrpc: "2.0", id: 1, method: "their/own", params: { uri: 3 } }, true],
    [{ jsonrpc: "1.0", id: 1, method: "ping" }, false],
    [{ jsonrpc: "2.0", id: 1, result: {} }, true],
  ])("%j", (message, isFit) => expect(fits(message)).toBe(isFit));

  test("names from the server are suggested, not required", () => {
    const text = JSON.stringify(schema);
    for (const name of ["add/~1", "greet", "file:///a", "completion/complete"]) {
      expect(text).toContain(JSON.stringify(name));
    }
    expect(text).not.toContain("server/discover");
  });

  test("an invalid schema changes nothing", () => {
    const odd = { tools: [{ name: "x", inputSchema: undefined }], prompts: [], resources: [] };
    expect(ajv().compile(clientMessageSchema("2025-11-25", odd))(call(3, "x"))).toBe(false);
    expect(ajv().compile(clientMessageSchema("2025-11-25", odd))(call({}, "x"))).toBe(true);
  });
});
