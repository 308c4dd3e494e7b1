/** Checks that every tool, resource and prompt of the demo server works, without findings, at every revision it has. */
import { expect, test } from "vitest";
import type { AnswerInput } from "../../shared/client/input/serverInput.ts";
import { systemClock } from "../../shared/core/clock.ts";
import { getOwn } from "../../shared/core/json/getOwn.ts";
import { createDemoServer } from "../../shared/demo/demoServer.ts";
import { demoUrl } from "../../shared/demo/demoUrl.ts";
import { createHandlerFetch } from "../../shared/transport/inPage.ts";
import { connectTo, type Engine, findingsIn, soon } from "./engine.fixture.ts";

const apps = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

const capabilities = {
  sampling: { tools: {}, context: {} },
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  extensions: { "io.modelcontextprotocol/tasks": {}, ...apps },
};

const answers: Readonly<Record<string, (params: unknown) => object>> = {
  "roots/list": () => ({ roots: [{ uri: "file:///work" }] }),
  "sampling/createMessage": () => ({
    role: "assistant",
    content: { type: "text", text: "Because of Rayleigh scattering." },
    model: "test-model",
  }),
  "elicitation/create": (params) =>
    getOwn(params, "mode") === "url"
      ? { action: "accept" }
      : { action: "accept", content: contentFor(getOwn(params, "requestedSchema")) },
};

function contentFor(schema: unknown): object {
  const properties = getOwn(schema, "properties") as Record<string, { type: string }>;
  const values: Record<string, unknown> = {
    flavour: "lemon",
    name: "Ada",
    colour: "#16a34a",
    days: ["Friday"],
  };
  return Object.fromEntries(
    Object.keys(properties).flatMap((key) => (key in values ? [[key, values[key]]] : [])),
  );
}

const answerInput: AnswerInput = async ({ method, params }) => ({
  kind: "result",
  text: JSON.stringify(answers[method]?.(params) ?? {}),
});

const argumentsOf: Readonly<Record<string, object>> = {
  echo: { message: "مرحبا" },
  add: { a: 1, b: 2 },
  order_pizza: { size: "m", address: { street: "Main Street 1", city: "Porto" } },
  plan_meeting: { day: "2026-11-22" },
  pay: { method: { kind: "cash" } },
  draw_tree: { root: { label: "a", children: [{ label: "b" }] } },
  inspect_file: { file: "AAEC" },
  big_number: { value: 12 },
  whisper_to_header: { region: "eu" },
  fail: { how: "tool" },
  write_note: { text: "Hello" },
  count_slowly: { steps: 2, pauseMs: 0 },
  bake_cake: { minutes: 1 },
};

async function connectToDemo(revision: string, declared: object = capabilities) {
  const demo = createDemoServer({
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    date: () => new Date(),
  });
  const fetch = createHandlerFetch(demo);
  return connectTo({ url: demoUrl, fetch }, { revision, capabilities: declared, answerInput });
}

const resultOf = async (engine: Engine, method: string, params?: object) => {
  const outcome = await engine.run(method, params).done;
  if (outcome.kind !== "result") throw new Error(`${method}: ${JSON.stringify(outcome)}`);
  return outcome.value as Record<string, never>;
};

const namesOf = (list: unknown) =>
  (list as readonly { name: string; uri: string }[]).map(({ name, uri }) => uri ?? name);

/** The findings about what the demo shows although the newest revision deprecates it. */
const deprecatedAt = (revision: string, ...features: readonly string[]) =>
  revision === "2026-07-28"
    ? features.map((feature) => ({
        code: "deprecated-feature",
        severity: "note",
        evidence: { feature },
      }))
    : [];

test("Auto agrees on the newest revision", async () => {
  const engine = await connectToDemo("auto");
  expect(engine.connection().agreement).toMatchObject({
    revision: "2026-07-28",
    serverInfo: { name: "demo-server", title: "Demo server" },
  });
  expect(await findingsIn(engine.log)).toMatchObject(deprecatedAt("2026-07-28", "logging"));
});

test.each(["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])(
  "a whole tour at %s",
  async (revision) => {
    const isOld = revision < "2025-06-18";
    const declared =
      revision === "2026-07-28" ? capabilities : { ...capabilities, extensions: apps };
    const engine = await connectToDemo(revision, declared);
    expect(engine.connection().agreement.revision).toBe(revision);

    const { tools } = await resultOf(engine, "tools/list");
    expect(namesOf(tools).length).toBeGreaterThan(isOld ? 24 : 29);
    for (const uri of ["ui://demo-server/steps", "ui://demo-server/every-request"]) {
      expect((await resultOf(engine, "resources/read", { uri })).contents).toHaveLength(1);
    }
    for (const name of namesOf(tools)) {
      const outcome = await engine.callTool(name, argumentsOf[name] ?? {});
      const isError = name === "fail";
      expect([name, outcome]).toMatchObject([
        name,
        { kind: "result", value: { content: expect.any(Array) } },
      ]);
      expect([name, getOwn(getOwn(outcome, "value"), "isError") === true]).toEqual([name, isError]);
    }

    const first = await resultOf(engine, "resources/list");
    const second = await resultOf(engine, "resources/list", { cursor: first.nextCursor });
    const uris = [...namesOf(first.resources), ...namesOf(second.resources)];
    expect(uris).toHaveLength(8);
    for (const uri of [...uris, "demo://cities/portugal/Porto", "demo://search?query=o&limit=2"]) {
      expect((await resultOf(engine, "resources/read", { uri })).contents).toHaveLength(1);
    }
    await resultOf(engine, "resources/templates/list");

    const { prompts } = await resultOf(engine, "prompts/list");
    expect(namesOf(prompts)).toEqual(["summarize", "describe_city", "look_at_picture"]);
    const given = { text: "Long.", style: "a limerick", country: "portugal", city: "Porto" };
    for (const name of namesOf(prompts)) {
      await resultOf(engine, "prompts/get", { name, arguments: given });
    }
    const { completion } = await resultOf(engine, "completion/complete", {
      ref: { type: "ref/prompt", name: "describe_city" },
      argument: { name: "city", value: "p" },
      context: { arguments: { country: "portugal" } },
    });
    expect(completion).toEqual({ values: ["Porto"], total: 1, hasMore: false });

    const asked = new Set(engine.asked.map(({ method }) => method));
    const methods = Object.keys(answers).filter((one) => !isOld || one !== "elicitation/create");
    expect([...asked].sort()).toEqual(methods.sort());
    expect(await findingsIn(engine.log)).toMatchObject(
      deprecatedAt(revision, "logging", "sampling", "roots"),
    );
  },
  120_000,
);

test("an argument that is left out has the default that its schema states", async () => {
  const engine = await connectToDemo("auto");
  const result = await resultOf(engine, "tools/call", { name: "try_app", arguments: {} });
  expect(result.content).toMatchObject([{ text: 'Opened with the note "Hello".' }]);
});

test("a number keeps every digit", async () => {
  const engine = await connectToDemo("auto");
  const { request } = engine.connection();
  const digits = "123456789012345678901234567890";
  const params = `{"name":"big_number","arguments":{"value":${digits}}}`;
  const initiator = { kind: "user" } as const;
  expect(await request("tools/call", params, { initiator }).done).toMatchObject({
    value: { content: [{ text: digits }] },
  });
});

test("a task of the 2025-11-25 experiment requests input, is listed and is cancelled", async () => {
  const { extensions: _, ...declared } = capabilities;
  const engine = await connectToDemo("2025-11-25", declared);
  const call = (args: object) =>
    engine.run("tools/call", { name: "bake_cake", arguments: args, task: { ttl: 60_000 } });
  expect(await call({ minutes: 1 }).done).toMatchObject({
    kind: "result",
    value: { structuredContent: { cake: "A lemon cake", minutes: 1 } },
  });
  const long = call({ minutes: 30 });
  await soon(() => expect(engine.sent("tasks/get").length).toBeGreaterThan(1));
  const { tasks } = await resultOf(engine, "tasks/list");
  const [{ taskId }] = tasks as unknown as [{ taskId: string }];
  expect(await resultOf(engine, "tasks/cancel", { taskId })).toMatchObject({ status: "cancelled" });
  await long.done;
  expect(await findingsIn(engine.log)).toEqual([]);
});

test.each(["2026-07-28", "2025-11-25"])("changes are announced at %s", async (revision) => {
  const engine = await connectToDemo(revision);
  const connection = engine.connection();
  const uri = "demo://notes/today";
  if (revision === "2026-07-28") {
    connection.subscriptions?.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
    await soon(() => expect(connection.subscriptions?.state().kind).toBe("listening"));
  } else {
    await resultOf(engine, "resources/subscribe", { uri });
  }
  await engine.callTool("toggle_tool");
  await engine.callTool("write_note", { text: "Something new" });
  await soon(() =>
    expect(engine.notified).toEqual(
      expect.arrayContaining([
        "notifications/tools/list_changed",
        "notifications/resources/updated",
      ]),
    ),
  );
  const { tools } = await resultOf(engine, "tools/list");
  expect(namesOf(tools)).toContain("extra_tool");
  expect(await findingsIn(engine.log)).toMatchObject(deprecatedAt(revision, "logging"));
});

test("a call that is cancelled ends on the server", async () => {
  const engine = await connectToDemo("2026-07-28");
  const call = engine.run("tools/call", {
    name: "count_slowly",
    arguments: { steps: 100, pauseMs: 5000 },
  });
  await soon(() => expect(engine.sent("tools/call")).toHaveLength(1));
  call.cancel();
  expect(await call.done).toMatchObject({ kind: "cancelled" });
});

test("a client without a capability gets an error that names it", async () => {
  const legacy = await connectToDemo("2025-11-25", {});
  expect(await legacy.callTool("ask_model")).toMatchObject({
    kind: "error",
    error: { message: expect.stringContaining("sampling/createMessage") },
  });
  const modern = await connectToDemo("2026-07-28", {});
  expect(await modern.callTool("ask_model")).toMatchObject({
    kind: "error",
    error: { code: -32021 },
  });
});
