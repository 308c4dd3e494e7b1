import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { everythingProgram } from "../servers/everything.ts";
import { fastMcpProgram } from "../servers/fastMcp.ts";
import { freePort, type RunningProcess, startProcess } from "../servers/process.ts";
import { connectTo } from "./engine.fixture.ts";

const moduleFile = (path: string) =>
  fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));

/** Starts a program that listens on the given port. */
async function startOnPort(argsFor: (port: string) => readonly string[]) {
  const port = await freePort();
  const running = await startProcess({
    command: process.execPath,
    args: argsFor(String(port)),
    env: { PORT: String(port) },
    port,
  });
  return { running, url: `http://127.0.0.1:${port}` };
}

const legacyRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const namesOf = (items: readonly unknown[]) => items.map((item) => (item as { name: string }).name);

describe("the filesystem server", () => {
  test("requests roots immediately, receives them, and reads a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "engine-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "note.txt"), "Buy milk");
    const engine = await connectTo(
      { program: [moduleFile("@modelcontextprotocol/server-filesystem/dist/index.js"), folder] },
      {
        capabilities: { roots: { listChanged: true } },
        answerInput: async () => ({
          kind: "result",
          text: JSON.stringify({ roots: [{ uri: `file://${folder}` }] }),
        }),
      },
    );
    expect(engine.story().at(-1)).toBe("agreed 2025-11-25");
    expect(
      await engine.callTool("read_text_file", { path: join(folder, "note.txt") }),
    ).toMatchObject({ kind: "result", value: { structuredContent: { content: "Buy milk" } } });
    expect(engine.asked.map(({ method }) => method)).toEqual(["roots/list"]);
  });
});

describe("the memory server", () => {
  test.each(legacyRevisions)("lists and calls at %s", async (revision) => {
    const memory = moduleFile("@modelcontextprotocol/server-memory/dist/index.js");
    const engine = await connectTo({ program: [memory] }, { revision });
    expect(engine.connection().agreement.revision).toBe(revision);
    const tools = await engine.connection().list("tools/list", "tools");
    expect(tools.kind === "complete" && tools.items).toHaveLength(9);
    expect(await engine.callTool("read_graph")).toMatchObject({ kind: "result" });
  });
});

describe("mcp-proxy in front of a stdio server", () => {
  let proxy: { running: RunningProcess; url: string };
  beforeAll(async () => {
    const program = moduleFile("mcp-proxy/dist/bin/mcp-proxy.mjs");
    const command = [process.execPath, everythingProgram, "stdio"];
    proxy = await startOnPort((port) => [program, "--port", port, "--", ...command]);
  });
  afterAll(() => proxy.running.stop());

  test("is detected as modern era", async () => {
    const engine = await connectTo({ url: `${proxy.url}/mcp` });
    expect(engine.story()).toEqual([
      "discover 2026-07-28",
      "discovered 2026-07-28",
      "agreed 2026-07-28",
    ]);
    expect(await engine.callTool("echo", { message: "ä" })).toMatchObject({
      kind: "result",
      value: { content: [{ type: "text", text: "Echo: ä" }] },
    });
  });

  test.each(legacyRevisions)("uses %s when it is selected", async (revision) => {
    const engine = await connectTo({ url: `${proxy.url}/mcp` }, { revision });
    expect(engine.story()).toEqual([`initialize ${revision}`, `agreed ${revision}`]);
    expect(await engine.callTool("echo", { message: "ä" })).toMatchObject({ kind: "result" });
  });

  test("supports HTTP+SSE at its other endpoint", async () => {
    const engine = await connectTo({ url: `${proxy.url}/sse` }, { revision: "2024-11-05" });
    expect(engine.story()).toEqual([
      "initialize 2024-11-05",
      "http-sse because 404",
      "initialize 2024-11-05",
      "agreed 2024-11-05",
    ]);
    expect(await engine.callTool("echo", { message: "ä" })).toMatchObject({ kind: "result" });
  });
});

describe("a server of FastMCP", () => {
  let fast: { running: RunningProcess; url: string };
  beforeAll(async () => {
    fast = await startOnPort(() => [fastMcpProgram]);
  });
  afterAll(() => fast.running.stop());

  test("is detected as legacy era", async () => {
    const engine = await connectTo({ url: `${fast.url}/mcp` });
    const [first, second, ...rest] = engine.story();
    expect(first).toBe("discover 2026-07-28");
    expect(second).toMatch(/^not-modern /);
    expect(rest).toEqual(["initialize 2025-11-25", "agreed 2025-11-25"]);
  });

  test.each(legacyRevisions)("reports progress and completes at %s", async (revision) => {
    const engine = await connectTo({ url: `${fast.url}/mcp` }, { revision });
    expect(engine.connection().agreement.revision).toBe(revision);
    const steps: number[] = [];
    const outcome = await engine.run(
      "tools/call",
      { name: "steps", arguments: {}, _meta: { progressToken: 1 } },
      { onProgress: ({ progress }) => steps.push(progress) },
    ).done;
    expect(outcome).toMatchObject({ value: { content: [{ text: "Arrived" }] } });
    expect(steps).toEqual([1, 2]);
    const completion = await engine.run("completion/complete", {
      ref: { type: "ref/resource", uri: "city://{name}" },
      argument: { name: "name", value: "P" },
    }).done;
    expect(completion).toMatchObject({ value: { completion: { values: ["Paris", "Prague"] } } });
    const templates = await engine
      .connection()
      .list("resources/templates/list", "resourceTemplates");
    expect(templates.kind === "complete" && namesOf(templates.items)).toEqual(["City"]);
  });

  test("supports HTTP+SSE at its other endpoint", async () => {
    const engine = await connectTo({ url: `${fast.url}/sse` });
    expect(engine.story().slice(-3)).toEqual([
      "http-sse because 404",
      "initialize 2024-11-05",
      "agreed 2024-11-05",
    ]);
    expect(await engine.callTool("steps")).toMatchObject({ kind: "result" });
  });
});
