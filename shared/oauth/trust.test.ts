/** What is believed and what is not, and where nothing is sent before somebody agreed. */
import { describe, expect, test } from "vitest";
import type { StepName } from "./flow/flow.ts";
import { createMemoryClients, createMemoryGrants } from "./memoryStores.ts";
import {
  documentsOf,
  metadataPath,
  resourcePath,
  settle,
  startWorld,
  troubleOf,
  type World,
} from "./scenario.fixture.ts";
import type { Agent, Question } from "./userPrompts.ts";

async function bare(): Promise<World> {
  const world = await startWorld();
  for (const path of [resourcePath, metadataPath]) world.reply(path, { status: 404, text: "" });
  return world;
}

const exchangesOf = ({ authorization }: ReturnType<typeof settle>, name: StepName) =>
  authorization.flow.get().steps.find((step) => step.name === name)?.exchanges ?? [];

async function resendLast(dweller: ReturnType<typeof settle>, name: StepName): Promise<void> {
  const last = exchangesOf(dweller, name).at(-1);
  if (!last) throw new Error("Nothing was sent");
  await dweller.authorization.resend(last.id, last.request);
}

describe("who sent the redirect, where the endpoints were entered", () => {
  const comeBack = async (issuer: string | undefined, iss: (origin: string) => string) => {
    const world = await bare();
    const endpoints = {
      authorizationEndpoint: `${world.origin}/authorize`,
      tokenEndpoint: `${world.origin}/token`,
      ...(issuer === undefined ? {} : { issuer }),
    };
    const { authorization, ask } = settle(world, {
      settings: { endpoints, client: { clientId: "c" } },
      tamper: (parameters) => parameters.set("iss", iss(world.origin)),
    });
    await ask();
    return { code: troubleOf(authorization)?.code, hasAsked: world.paths().includes("/token") };
  };
  const tenant = "https://as.example/tenant";
  test.each<readonly [string, string | undefined, (origin: string) => string, boolean]>([
    ["the issuer that was entered", tenant, () => tenant, true],
    ["the same with a slash more", tenant, () => `${tenant}/`, false],
    ["the place of the endpoints, where another issuer was entered", tenant, (at) => at, false],
    ["the place of the endpoints, where no issuer was entered", undefined, (at) => at, true],
    ["an issuer at that place", undefined, (at) => `${at}/tenant`, true],
    ["an issuer elsewhere", undefined, () => "https://evil.example", false],
    ["something that is no URL", undefined, () => "evil", false],
  ])("%s", async (_name, issuer, iss, isFine) => {
    expect(await comeBack(issuer, iss)).toEqual({
      code: isFine ? undefined : "response-issuer-mismatch",
      hasAsked: isFine,
    });
  });
});

describe("the default endpoints, while the revision is not known", () => {
  test("are asked about first, and nothing is written there unasked", async () => {
    const world = await bare();
    const asked: Question[] = [];
    const more = { revision: () => undefined };
    const confirm = async (question: Question) => asked.push(question) < 1;
    const { authorization, ask } = settle(world, { more, agent: { confirm } });
    await ask();
    expect(asked).toEqual([{ kind: "default-endpoints", origin: world.origin }]);
    expect(troubleOf(authorization)).toMatchObject({ step: "issuer", code: "no-server-metadata" });
    expect(world.heard.filter(({ method }) => method === "POST").map(({ url }) => url)).toEqual([
      "/mcp",
    ]);
  });

  test("are used where a person agrees", async () => {
    const world = await bare();
    const agent = { confirm: async ({ kind }: Question) => kind === "default-endpoints" };
    const more = { revision: () => "auto" };
    expect(await settle(world, { more, agent }).ask()).toMatchObject({ kind: "answered" });
  });
});

describe("a document that was fetched once more", () => {
  test("is no way around what was declined", async () => {
    const world = await startWorld();
    const server = { ...documentsOf(world.origin).server, token_endpoint: "https://b.example/t" };
    world.reply(metadataPath, { json: server });
    const dweller = settle(world);
    await dweller.ask();
    expect(troubleOf(dweller.authorization)).toMatchObject({ code: "other-host-declined" });
    await resendLast(dweller, "issuer");
    expect(troubleOf(dweller.authorization)).toMatchObject({ code: "other-host-declined" });
    expect(dweller.authorization.flow.get().state).toBe("failed");
    expect(world.paths()).not.toContain("/register");
  });

  test("leads nowhere where it was only looked at", async () => {
    const world = await startWorld();
    const resource = { ...documentsOf(world.origin).resource, resource: "https://b.example/mcp" };
    world.reply(resourcePath, { json: resource });
    const dweller = settle(world);
    await dweller.ask();
    expect(exchangesOf(dweller, "issuer")).toHaveLength(1);
    await resendLast(dweller, "issuer");
    expect(dweller.authorization.flow.get().state).toBe("failed");
    expect(world.paths()).not.toContain("/register");
  });
});

test("a key in the server's address goes to nobody else", async () => {
  const world = await bare();
  const server = documentsOf(world.origin).server;
  world.reply(metadataPath, { json: server });
  const dweller = settle({ url: `${world.url}?key=s3cret-key` });
  expect(await dweller.ask()).toMatchObject({ kind: "answered" });
  const others = world.heard.filter(({ url }) => /^\/(?:authorize|register|token)/.test(url));
  expect(others).toHaveLength(3);
  expect(others.map(({ url, body }) => url + String(body)).join()).not.toContain("s3cret");
  const { steps } = dweller.authorization.flow.get();
  const said = steps.flatMap(({ choices, problems }) => [choices, problems]);
  expect(JSON.stringify(said)).not.toContain("s3cret");
});

describe("clients", () => {
  test("entered beside an issuer are not shown to the only one that a server names", async () => {
    const world = await startWorld();
    const client = { clientId: "mine", clientSecret: "s3cret" };
    const settings = { client, issuer: "https://mine.example" };
    const { authorization, ask } = settle(world, { settings });
    await ask();
    expect(troubleOf(authorization)).toMatchObject({ code: "client-of-other-issuer" });
    expect(world.paths()).not.toContain("/authorize");
  });

  test("entered when asked, and refused, are asked for once more", async () => {
    const world = await startWorld();
    const server = { ...documentsOf(world.origin).server, registration_endpoint: undefined };
    world.reply(metadataPath, { json: server });
    world.reply("/token", { status: 401, json: { error: "invalid_client" } });
    const clients = createMemoryClients();
    let nth = 0;
    const agent = { enterClient: async () => ({ clientId: `c${++nth}` }) };
    const { ask } = settle(world, { more: { clients }, agent });
    await ask();
    expect(await clients.read(world.origin)).toBeUndefined();
    await ask();
    expect(nth).toBe(2);
  });

  test("are forgotten with Forget where there is no token yet", async () => {
    const world = await startWorld();
    const tamper = (parameters: URLSearchParams) => parameters.delete("code");
    const { authorization, ask } = settle(world, { tamper });
    await ask();
    expect(await authorization.forget()).toBeUndefined();
    await ask();
    expect(world.paths().filter((path) => path === "/register")).toHaveLength(2);
  });

  test("that a renewal finds gone are registered anew, before anybody is sent to sign in", async () => {
    const world = await startWorld();
    const { ask } = settle(world);
    await ask();
    world.accepted.clear();
    let nth = 0;
    world.reply("/token", (response) => {
      if (nth++ === 0) return response.writeHead(401).end('{"error":"invalid_client"}');
      world.accepted.add("anew");
      response.end('{"access_token":"anew","token_type":"Bearer"}');
    });
    expect(await ask()).toMatchObject({ kind: "answered" });
    const last = world.paths().filter((path) => /^\/(?:register|authorize|token)$/.test(path));
    expect(last.slice(3)).toEqual(["/token", "/register", "/authorize", "/token"]);
  });
});

test("two tabs that are refused together use their refresh token once", async () => {
  const world = await startWorld();
  const grants = createMemoryGrants();
  const tabs = [0, 1].map(() => settle(world, { more: { grants } }));
  for (const { ask } of tabs) await ask();
  world.accepted.clear();
  for (const done of await Promise.all(tabs.map(({ ask }) => ask()))) {
    expect(done).toMatchObject({ kind: "answered" });
  }
  const renewals = world.tokenRequests().filter((form) => form.has("refresh_token"));
  expect(renewals.map((form) => form.get("refresh_token"))).toEqual(["refresh-token-1"]);
});

test("a page that was left still knows that the token is to be bound", async () => {
  const world = await startWorld();
  const bound = {
    ...documentsOf(world.origin).resource,
    dpop_bound_access_tokens_required: true,
  };
  world.reply(resourcePath, { json: bound });
  let kept = "";
  const visit: Agent["visit"] = async ({ pending }) => {
    kept = JSON.stringify(pending);
    return undefined;
  };
  await settle(world, { agent: { visit } }).ask();
  const pending = JSON.parse(kept);
  const back = { code: "code-123456", state: pending.state, iss: world.origin };
  await settle(world).authorization.resume(pending, new URLSearchParams(back));
  const asked = world.heard.find(({ url }) => url === "/token");
  expect(asked?.headers).toHaveProperty("dpop");
});
