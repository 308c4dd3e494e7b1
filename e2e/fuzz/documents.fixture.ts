/** Fuzz properties of untrusted documents: configuration files, shared links, OAuth metadata and challenges. */
import { deepStrictEqual, ok } from "node:assert/strict";
import fc from "fast-check";
import type { ConfigContext } from "../../shared/config/configured.ts";
import { parseDotenv } from "../../shared/config/dotenv.ts";
import { fillServer, missingInputs } from "../../shared/config/fillServer.ts";
import { mergeConfigurations } from "../../shared/config/mergeConfigurations.ts";
import { readConfig } from "../../shared/config/readConfig.ts";
import { parseTarget } from "../../shared/config/target.ts";
import { toBase64Url } from "../../shared/core/base64.ts";
import { decodeJwt } from "../../shared/oauth/crypto/jwt.ts";
import { authorizationChallenge, readChallenges } from "../../shared/oauth/discovery/challenge.ts";
import {
  validateMetadataUrl,
  validateResourceMetadata,
} from "../../shared/oauth/discovery/resourceMetadata.ts";
import { validateServerMetadata } from "../../shared/oauth/discovery/serverMetadata.ts";
import {
  resourceMetadataUrls,
  serverMetadataLocations,
} from "../../shared/oauth/discovery/wellKnown.ts";
import { readFragment } from "../../shared/recording/fragment.ts";
import { decodeSession, encodeSession, maximumSessionBytes } from "../../shared/recording/link.ts";
import { type Recording, recordingFormat } from "../../shared/recording/recording.ts";
import { readRecordingText } from "../../shared/recording/recordingText.fixture.ts";
import { decodeRelayMessage, encodeMessage } from "../../shared/relay/frames/frames.ts";
import {
  anyJson,
  deepJson,
  distorted,
  type FuzzProperty,
  fuzzProperty,
  mutated,
} from "./property.fixture.ts";

const json = (value: unknown) => JSON.stringify(value);
const anyText = fc.string({ unit: "binary", maxLength: 20 });

const variable = "$" + "{";
const words = fc.oneof(
  fc.constantFrom(
    `${variable}env:HOME}`,
    `${variable}input:key}`,
    `${variable}KEY:-x}`,
    `${variable}workspaceFolder}`,
    `{port}`,
    "node",
    "",
  ),
  anyText,
);
const values = fc.dictionary(words, words, { maxKeys: 3, noNullPrototype: true });
const editorServer = fc.record(
  {
    command: words,
    args: fc.array(words, { maxLength: 3 }),
    env: values,
    cwd: words,
    envFile: words,
    url: words,
    headers: values,
  },
  { requiredKeys: [], noNullPrototype: true },
);
const servers = fc.dictionary(anyText, editorServer, { maxKeys: 3, noNullPrototype: true });
const registryInput = fc.record(
  {
    name: words,
    value: words,
    description: words,
    default: words,
    isSecret: fc.boolean(),
    isRequired: fc.boolean(),
    choices: fc.array(words, { maxLength: 2 }),
    type: fc.constantFrom("named", "positional"),
    format: fc.constantFrom("boolean", "string"),
    variables: fc.dictionary(fc.constantFrom("port", "__proto__"), anyJson, {
      noNullPrototype: true,
    }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const inputs = fc.array(registryInput, { maxLength: 3 });
const files = fc.oneof(
  fc.record({ mcpServers: servers }, { noNullPrototype: true }),
  fc.record(
    {
      servers,
      inputs: fc.array(
        fc.record(
          { id: words, password: fc.boolean(), options: fc.array(words, { maxLength: 2 }) },
          { noNullPrototype: true },
        ),
        { maxLength: 2 },
      ),
    },
    { noNullPrototype: true },
  ),
  fc.record({ mcp: fc.record({ servers }, { noNullPrototype: true }) }, { noNullPrototype: true }),
  fc.record(
    {
      name: words,
      packages: fc.array(
        fc.record(
          {
            registryType: fc.constantFrom("npm", "pypi", "oci", "nuget", "x", "__proto__"),
            identifier: words,
            version: words,
            runtimeHint: words,
            environmentVariables: inputs,
            runtimeArguments: inputs,
            packageArguments: inputs,
          },
          { requiredKeys: ["registryType"], noNullPrototype: true },
        ),
        { maxLength: 2 },
      ),
      remotes: fc.array(
        fc.record(
          { type: words, url: fc.constantFrom("https://a/{port}", "{port}", "x"), headers: inputs },
          { noNullPrototype: true },
        ),
        { maxLength: 2 },
      ),
    },
    { noNullPrototype: true },
  ),
);
const fileTexts = fc.oneof(
  anyText,
  anyJson.map(json),
  deepJson(20_000),
  files.map(json),
  distorted(files).map(json),
  mutated(files.map(json)),
);

const context: ConfigContext = {
  source: "mcp.json",
  environment: { HOME: "/home/me" },
  variables: { workspaceFolder: "/project" },
  resolve: (path) => `/project/${path}`,
  readText: (path) => (path.length % 2 ? "KEY=value" : undefined),
};

const recordings: fc.Arbitrary<Recording> = fc.record(
  {
    format: fc.constant(recordingFormat),
    server: fc.oneof(
      fc.record(
        {
          kind: fc.constant("http" as const),
          url: fc.constantFrom("http://a/", "https://a.example/mcp"),
        },
        { noNullPrototype: true },
      ),
      fc.record(
        {
          kind: fc.constant("stdio" as const),
          command: fc.constantFrom("node", "/usr/bin/env"),
          args: fc.array(fc.constantFrom("a b", "", "-y", "é")),
          cwd: fc.constantFrom("/", "~"),
          environmentNames: fc.array(fc.constantFrom("A", "B")),
        },
        { requiredKeys: ["kind", "command", "args"], noNullPrototype: true },
      ),
    ),
    revision: fc.constantFrom("2025-11-25", "2026-07-28"),
    selected: fc.record(
      {
        kind: fc.constantFrom("tool", "resource", "template", "prompt"),
        name: anyText,
        argumentsText: anyText,
      },
      { requiredKeys: ["kind", "name"], noNullPrototype: true },
    ),
  },
  { requiredKeys: ["format", "server"], noNullPrototype: true },
) as fc.Arbitrary<Recording>;

async function deflated(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `2.${toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

const serverUrl = "https://mcp.example/mcp";
const urls = fc.constantFrom(
  "https://mcp.example/mcp",
  "https://as.example",
  "http://as.example/x?y#z",
  "javascript:alert(1)",
  "https://user:pw@as.example/",
  " https://as.example",
  "//",
);
const metadata = fc.record(
  {
    resource: urls,
    authorization_servers: fc.array(urls, { maxLength: 3 }),
    issuer: urls,
    token_endpoint: urls,
    authorization_endpoint: urls,
    registration_endpoint: urls,
    revocation_endpoint: urls,
    scopes_supported: fc.array(anyText, { maxLength: 2 }),
    response_types_supported: fc.array(fc.constantFrom("code", "token"), { maxLength: 2 }),
    code_challenge_methods_supported: fc.array(fc.constantFrom("S256", "plain"), { maxLength: 2 }),
    client_id_metadata_document_supported: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const answers = fc.record({
  status: fc.constantFrom(200, 200, 200, 404, 500, 0),
  statusText: anyText,
  url: urls,
  headers: fc.array(
    fc.tuple(
      fc.constantFrom("Content-Type", "x"),
      fc.oneof(fc.constant("application/json"), anyText),
    ),
    { maxLength: 2 },
  ),
  text: fc.oneof(
    anyText,
    anyJson.map(json),
    deepJson(20_000),
    distorted(metadata).map(json),
    mutated(metadata.map(json)),
  ),
  secrets: fc.constant([]),
});

const tokens = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,8}$/);
const challenges = fc.uniqueArray(
  fc.tuple(
    tokens,
    fc.uniqueArray(fc.tuple(tokens, fc.string({ maxLength: 8 })), {
      minLength: 1,
      maxLength: 3,
      selector: ([name]) => name.toLowerCase(),
    }),
  ),
  { maxLength: 3 },
);
const challengeText = (
  list: readonly (readonly [string, readonly (readonly [string, string])[]])[],
) =>
  list
    .map(
      ([scheme, parameters]) =>
        `${scheme} ${parameters.map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, "\\$&")}"`).join(", ")}`,
    )
    .join(", ");

export const documentProperties: readonly FuzzProperty[] = [
  fuzzProperty(
    "any text as a configuration file",
    fileTexts,
    (text) => {
      const read = mergeConfigurations([readConfig(text, context), readConfig(text, context)]);
      for (const server of read.servers) {
        fillServer(server, {});
        missingInputs(server, {});
      }
      // the page accepts every configuration that the relay produces
      const message = { kind: "servers", ...read } as const;
      deepStrictEqual(decodeRelayMessage(encodeMessage(message)), JSON.parse(json(message)));
    },
    800,
  ),
  fuzzProperty(
    "any text as a .env file",
    mutated(
      fc
        .array(fc.constantFrom("A=1", 'export B="x', "'", "`", "#", "C=`", "\n", "=", '"\\n"'))
        .map((lines) => lines.join("\n")),
    ),
    (text) => {
      for (const [name] of parseDotenv(text).variables) ok(name !== "");
    },
  ),
  fuzzProperty("any text as a server's address", mutated(fc.oneof(urls, words)), (text) => {
    parseTarget(text);
  }),
  fuzzProperty(
    "a shared session survives encoding as a link",
    recordings,
    async (recording) => {
      deepStrictEqual(await decodeSession(await encodeSession(recording)), {
        kind: "recording",
        recording,
      });
    },
    100,
  ),
  fuzzProperty(
    "any text as a recording",
    fc.oneof(
      anyText,
      deepJson(20_000),
      distorted(recordings).map(json),
      mutated(recordings.map(json)),
    ),
    (text) => {
      const read = readRecordingText(text);
      if (read.kind === "recording") deepStrictEqual(readRecordingText(json(read.recording)), read);
    },
    1000,
  ),
  fuzzProperty(
    "any text as a link",
    fc.oneof(anyText, mutated(anyText.map((text) => `#k=${text}&s=2.${text}`))),
    async (text) => {
      const { session } = readFragment(text);
      const { kind } = await decodeSession(session ?? text);
      ok(kind === "refused" || kind === "recording");
    },
  ),
  fuzzProperty(
    "truncated and modified links",
    fc.tuple(recordings, fc.nat({ max: 400 }), fc.nat({ max: 400 })),
    async ([recording, from, to]) => {
      const link = await encodeSession(recording);
      await decodeSession(link.slice(0, from) + link.slice(from + to));
      await decodeSession(`2.${link.slice(2).split("").reverse().join("")}`);
    },
    100,
  ),
  fuzzProperty(
    "decompression bombs in links",
    fc.tuple(fc.constantFrom(" ", "[", '{"a":', "é"), fc.integer({ min: 1, max: 8 })),
    async ([piece, times]) => {
      const text = piece.repeat((maximumSessionBytes * times) / piece.length + 1);
      const read = await decodeSession(await deflated(text));
      deepStrictEqual(read, { kind: "refused", problem: "too-large" });
    },
    5,
  ),
  fuzzProperty(
    "any answer as OAuth metadata",
    answers,
    (answer) => {
      const server = validateServerMetadata(answer, {
        serverUrl,
        issuers: ["https://as.example"],
        needsVisit: true,
      });
      const resource = validateResourceMetadata(answer, serverUrl);
      for (const { value, problems } of [server, resource])
        ok(value !== undefined || problems.length > 0);
      for (const issuer of resource.value?.authorizationServers ?? [])
        serverMetadataLocations(issuer);
    },
    1500,
  ),
  fuzzProperty("any text as a metadata URL", mutated(urls), (text) => {
    const { value } = validateMetadataUrl(text, serverUrl);
    if (value !== undefined) new URL(value);
    if (URL.canParse(text)) resourceMetadataUrls(text);
  }),
  fuzzProperty("challenges survive writing and parsing", challenges, (list) => {
    const { challenges: read, problems } = readChallenges(challengeText(list));
    deepStrictEqual(problems, []);
    deepStrictEqual(
      read.map(({ scheme, parameters }) => [scheme, [...parameters]]),
      list.map(([scheme, parameters]) => [
        scheme.toLowerCase(),
        parameters.map(([name, value]) => [name.toLowerCase(), value]),
      ]),
    );
  }),
  fuzzProperty(
    "any text as a challenge",
    fc.oneof(
      mutated(challenges.map(challengeText)),
      fc
        .tuple(
          fc.constantFrom("a ", "a=", "=,", '"', "\\", " ", "a", "a=a "),
          fc.nat({ max: 4000 }),
        )
        .map(([piece, times]) => piece.repeat(times)),
    ),
    (text) => void authorizationChallenge(readChallenges(text).challenges),
    1000,
  ),
  fuzzProperty(
    "any text as a JWT",
    mutated(
      anyJson.map((value) => `${btoa(encodeURI(json(value)))}.${btoa(encodeURI(json(value)))}.x`),
    ),
    (text) => {
      decodeJwt(text);
    },
  ),
];
