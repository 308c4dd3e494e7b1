import { expect, onTestFinished, test, vi } from "vitest";
import { encodeText, sha256 } from "../core/bytes.ts";
import { toHex } from "../core/hex.ts";
import type { MessageEntry } from "../log/entry.ts";
import { findingText } from "../messages/findingText.ts";
import { classify } from "../protocol/jsonRpc.ts";
import type { FlowResult } from "./messageFlow.ts";
import { createSkillChecks } from "./skillChecks.ts";

const uri = "skill://a/SKILL.md";
const text = "---\nname: a\ndescription: b\n---\n";
const mimeType = "text/markdown";

async function skillOf(content = text) {
  const bytes = encodeText(content);
  const digest = `sha256:${toHex(await sha256(bytes))}`;
  const frontmatter = { name: "a", description: "b" };
  return { uri, frontmatter, resources: [{ uri, digest, size: bytes.byteLength }] };
}

/** A connection whose requests are answered one after the other. */
function connect(revision = "2026-07-28") {
  const checks = createSkillChecks();
  const entries: MessageEntry[] = [];
  const add = async (direction: "in" | "out", message: object, request?: MessageEntry) => {
    const seq = entries.length;
    const heads = [classify(message)];
    const entry = { kind: "message", connectionId: "c", direction, seq, heads };
    entries.push(entry as unknown as MessageEntry);
    const [head] = request?.heads ?? [];
    const answers = head?.kind === "request" ? [{ method: head.method, seq: request?.seq }] : [];
    const result = { answers, revision } as unknown as FlowResult;
    const made = entry as unknown as MessageEntry;
    const found = await checks.check(made, JSON.stringify(message), result, (at) => entries[at]);
    return { entry: made, found };
  };
  return async (method: string, params: object, answer: object) => {
    const id = entries.length;
    const { entry } = await add("out", { jsonrpc: "2.0", id, method, params });
    const { found } = await add("in", { jsonrpc: "2.0", id, ...answer }, entry);
    for (const each of found) expect(findingText(each)).toMatch(/^\S.*\.$/);
    return found.map(({ code, pointer }) => `${code} ${pointer}`);
  };
}

const cache = { ttlMs: 0, cacheScope: "private" };
const extensions = { "io.modelcontextprotocol/skills": {} };

test("a server whose skills are right has no findings", async () => {
  const ask = connect();
  const capabilities = { resources: {}, extensions };
  expect(await ask("server/discover", {}, { result: { capabilities } })).toEqual([]);
  const skill = await skillOf();
  expect(await ask("skills/list", {}, { result: { skills: [skill], ...cache } })).toEqual([]);
  expect(await ask("skills/get", { uri }, { result: { skill, ...cache } })).toEqual([]);
  const contents = [{ uri, mimeType, text }];
  expect(await ask("resources/read", { uri }, { result: { contents } })).toEqual([]);
  // a resource that is no file of a skill
  const other = { uri: "file:///x" };
  expect(await ask("resources/read", other, { error: { code: -32602, message: "" } })).toEqual([]);
});

test("the declaration and the answers are checked", async () => {
  const ask = connect();
  const capabilities = { extensions: { "io.modelcontextprotocol/skills": true } };
  expect(await ask("initialize", {}, { result: { capabilities } })).toEqual([
    "skill-extension-invalid /result/capabilities/extensions/io.modelcontextprotocol~1skills",
    "skill-without-resources /result/capabilities/extensions/io.modelcontextprotocol~1skills",
  ]);
  expect(await ask("skills/list", {}, { result: cache })).toEqual(["skill-answer-invalid /result"]);
  const skill = await skillOf();
  const twin = { ...skill, uri: "skill://x/a/SKILL.md", resources: "dynamic" };
  expect(await ask("skills/list", {}, { result: { skills: [skill, twin] } })).toEqual([
    "skill-dynamic /result/skills/1/resources",
    "skill-name-repeated /result/skills/1",
    "skill-cache-fields-missing /result",
  ]);
  const asked = { uri: "skill://b/SKILL.md" };
  const result = { skill, nextCursor: "1", ...cache };
  expect(await ask("skills/get", asked, { result })).toEqual([
    "skill-get-other /result/skill/uri",
    "skill-get-cursor /result/nextCursor",
  ]);
});

test("what is read of a skill is compared with its newest entry", async () => {
  const ask = connect("2025-11-25");
  expect(await ask("skills/list", {}, { result: { skills: [await skillOf("old")] } })).toEqual([]);
  const contents = [{ uri, mimeType, text }];
  expect(await ask("resources/read", { uri }, { result: { contents } })).toEqual([
    "skill-size-differs /result/contents/0",
  ]);
  expect(await ask("skills/get", { uri }, { result: { skill: await skillOf() } })).toEqual([]);
  const plain = [{ uri, mimeType: "text/plain", text }];
  expect(await ask("resources/read", { uri }, { result: { contents: plain } })).toEqual([
    "skill-mime-type /result/contents/0",
  ]);
  expect(await ask("resources/read", { uri }, { error: { code: -32602, message: "" } })).toEqual([
    "skill-file-refused /error",
  ]);
});

test("a file of many skills is hashed once and compared with some of them", async () => {
  const digestCalls = vi.spyOn(crypto.subtle, "digest");
  onTestFinished(() => digestCalls.mockRestore());
  const ask = connect("2025-11-25");
  const { resources, frontmatter } = await skillOf("other");
  const skills = Array.from({ length: 500 }, (_, at) => ({
    uri: `skill://${at}/SKILL.md`,
    frontmatter,
    resources,
  }));
  await ask("skills/list", {}, { result: { skills: [...skills, await skillOf("old")] } });
  digestCalls.mockClear();
  const same = text.slice(0, 5);
  const contents = [{ uri, mimeType, text: same }];
  const found = await ask("resources/read", { uri }, { result: { contents } });
  expect(found.filter((each) => each.startsWith("skill-digest-differs"))).toHaveLength(19);
  expect(found).toContain("skill-frontmatter-missing /result/contents/0");
  expect(found.at(-1)).toBe("skill-owners-left-out /result/contents/0");
  expect(digestCalls).toHaveBeenCalledTimes(1);
});

test("findings about a list end", async () => {
  const ask = connect("2025-11-25");
  const skills = Array.from({ length: 50_000 }, () => 0);
  const found = await ask("skills/list", {}, { result: { skills } });
  expect(found).toHaveLength(2001);
  expect(found.at(-1)).toBe("skill-findings-left-out /result/skills");
});
