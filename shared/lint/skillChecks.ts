/** Checks the skills that a server lists, and what it sends of their files. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, parseAnyJson } from "../core/json/jsonObject.ts";
import { toPointer } from "../core/json/pointer.ts";
import { textOfJson } from "../core/text/textOfJson.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import { skillsExtension } from "../protocol/skillsExtension.ts";
import { checkSkillEntry } from "../skills/checkEntry.ts";
import { readSkillEntry, type SkillEntry } from "../skills/skillEntry.ts";
import { firstFindings, type SkillFinding, skillFinding } from "../skills/skillFinding.ts";
import { skillNameOf } from "../skills/skillUri.ts";
import { bytesOfContents, digestOf, verifySkillFile } from "../skills/verifyFile.ts";
import type { Finding } from "./finding.ts";
import type { FlowResult } from "./messageFlow.ts";

interface SkillChecks {
  /**
   * Checks the answers in an entry.
   * @param text its JSON text
   * @param requestOf the entry of a request, if the log still has it
   */
  check(
    entry: MessageEntry,
    text: string,
    result: FlowResult,
    requestOf: (seq: number) => Entry | undefined,
  ): Promise<readonly Finding[]>;
}

/** The skills of one connection. */
interface KnownSkills {
  /** By the URI of their `SKILL.md`. */
  readonly entries: Map<string, SkillEntry>;
  /** The skills that list a file, by its URI. */
  readonly owners: Map<string, Set<string>>;
}

/** Skills of a connection that are remembered. */
const maxSkills = 2000;

/** Skills with whose entries a file is compared. */
const maxOwners = 20;

/** Findings about a list. */
const maxOfList = 2000;

const methods: readonly (string | undefined)[] = [
  "initialize",
  "server/discover",
  "skills/list",
  "skills/get",
  "resources/read",
];

/** Creates a checker that learns which files belong to skills. */
export function createSkillChecks(): SkillChecks {
  const connections = new Map<string, KnownSkills>();

  const knownOf = (connectionId: string): KnownSkills => {
    const known = connections.get(connectionId) ?? { entries: new Map(), owners: new Map() };
    connections.set(connectionId, known);
    return known;
  };

  const learn = ({ entries, owners }: KnownSkills, value: unknown) => {
    const entry = readSkillEntry(value);
    if (!entry || (entries.size >= maxSkills && !entries.has(entry.uri))) return;
    entries.set(entry.uri, entry);
    for (const { uri } of Array.isArray(entry.files) ? entry.files : [{ uri: entry.uri }]) {
      const known = owners.get(uri) ?? new Set();
      // one more than is compared shows that there are more
      if (known.size <= maxOwners || uri === entry.uri) owners.set(uri, known.add(entry.uri));
    }
  };

  const checkList = (known: KnownSkills, result: unknown): readonly SkillFinding[] => {
    const skills = getOwn(result, "skills");
    if (!Array.isArray(skills)) {
      const method = "skills/list";
      return [skillFinding("skill-answer-invalid", { method, member: "skills" }, "")];
    }
    return firstFindings(findingsOfList(known, skills), "skills/list", "/skills", maxOfList);
  };

  function* findingsOfList(known: KnownSkills, skills: readonly unknown[]) {
    const names = new Map<string, string>();
    for (const [at, skill] of skills.entries()) {
      const pointer = `/skills/${at}`;
      learn(known, skill);
      yield* checkSkillEntry(skill, pointer);
      const uri = getOwn(skill, "uri");
      const name = typeof uri === "string" ? skillNameOf(uri) : undefined;
      if (typeof uri !== "string" || name === undefined) continue;
      const other = names.get(name);
      if (other !== undefined) {
        yield skillFinding("skill-name-repeated", { uri, name, other }, pointer);
      }
      names.set(name, uri);
    }
  }

  const checkGet = (known: KnownSkills, asked: string | undefined, result: unknown) => {
    const skill = getOwn(result, "skill");
    if (!isJsonObject(skill)) {
      const facts = { method: "skills/get", member: "skill" };
      return [skillFinding("skill-answer-invalid", facts, "")];
    }
    learn(known, skill);
    const uri = textOfJson(skill.uri ?? "");
    const findings = [...checkSkillEntry(skill, "/skill")];
    if (asked !== undefined && skill.uri !== asked) {
      findings.push(skillFinding("skill-get-other", { asked, uri }, "/skill/uri"));
    }
    if (getOwn(result, "nextCursor") !== undefined) {
      findings.push(skillFinding("skill-get-cursor", { uri }, "/nextCursor"));
    }
    return findings;
  };

  const checkRead = async (
    { entries, owners }: KnownSkills,
    file: string | undefined,
    message: unknown,
  ): Promise<readonly SkillFinding[]> => {
    const known = [...(owners.get(file ?? "") ?? [])];
    // its own skill first: only with that its frontmatter is compared
    const sorted = known.toSorted((one, other) => Number(other === file) - Number(one === file));
    const owning = sorted.slice(0, maxOwners).flatMap((uri) => entries.get(uri) ?? []);
    const [first] = owning;
    if (file === undefined || !first) return [];
    const error = getOwn(message, "error");
    if (error !== undefined) {
      const facts = { uri: first.uri, file, code: getOwn(error, "code") };
      return [skillFinding("skill-file-refused", facts, "/error")];
    }
    const result = getOwn(message, "result");
    const bytes = bytesOfContents(result);
    if (!bytes) return [];
    const digest = digestOf(bytes);
    const found = await Promise.all(
      owning.map((entry) => verifySkillFile(entry, file, bytes, "/contents/0", digest)),
    );
    const facts = { file, limit: maxOwners };
    const leftOut =
      known.length > maxOwners ? [skillFinding("skill-owners-left-out", facts, "/contents/0")] : [];
    const mimeType = getOwn((getOwn(result, "contents") as unknown[])[0], "mimeType");
    const isManifest = entries.has(file);
    const isMarkdown = typeof mimeType === "string" && /^text\/markdown(?:;|$)/i.test(mimeType);
    const type =
      isManifest && !isMarkdown
        ? [skillFinding("skill-mime-type", { uri: file, mimeType }, "/contents/0")]
        : [];
    return [...found.flatMap(({ findings }) => findings), ...leftOut, ...type];
  };

  return {
    async check(entry, text, { answers, revision }, requestOf) {
      if (entry.direction === "out") return [];
      if (!answers.some((request) => methods.includes(request?.method))) return [];
      const value = parseAnyJson(text);
      const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
      const all = messages.map(async (message, at): Promise<readonly Finding[]> => {
        const request = answers[at];
        const result = getOwn(message, "result");
        if (!request || !methods.includes(request.method)) return [];
        const { method } = request;
        // a server without the extension costs nothing
        const known = connections.get(entry.connectionId);
        const asked = subjectOf(requestOf(request.seq), method);
        const found = async (): Promise<readonly SkillFinding[]> => {
          if (method === "resources/read") return known ? checkRead(known, asked, message) : [];
          if (result === undefined) return [];
          if (method === "initialize" || method === "server/discover") return checkDeclared(result);
          const skills = knownOf(entry.connectionId);
          return [
            ...(method === "skills/list"
              ? checkList(skills, result)
              : checkGet(skills, asked, result)),
            ...(revision >= "2026-07-28" ? checkCacheFields(method, result) : []),
          ];
        };
        const owner = Array.isArray(value) ? toPointer([at]) : "";
        return (await found()).map(({ pointer, ...finding }) => ({
          ...finding,
          seq: entry.seq,
          pointer: owner + (pointer.startsWith("/error") ? pointer : `/result${pointer}`),
        }));
      });
      return (await Promise.all(all)).flat();
    },
  };
}

function checkDeclared(result: unknown): readonly SkillFinding[] {
  const capabilities = getOwn(result, "capabilities");
  const declared = getOwn(getOwn(capabilities, "extensions"), skillsExtension);
  if (declared === undefined) return [];
  const pointer = toPointer(["capabilities", "extensions", skillsExtension]);
  const findings: SkillFinding[] = [];
  if (!isJsonObject(declared)) {
    const actual = textOfJson(declared);
    findings.push(skillFinding("skill-extension-invalid", { actual }, pointer));
  }
  if (!isJsonObject(getOwn(capabilities, "resources"))) {
    findings.push(skillFinding("skill-without-resources", {}, pointer));
  }
  return findings;
}

function checkCacheFields(method: string, result: unknown): readonly SkillFinding[] {
  const missing = ["ttlMs", "cacheScope"].filter((name) => getOwn(result, name) === undefined);
  if (missing.length === 0) return [];
  const facts = { method, members: missing.join(" and ") };
  return [skillFinding("skill-cache-fields-missing", facts, "")];
}

/** The URI that a request names; unknown in a batch with several of its method. */
function subjectOf(entry: Entry | undefined, method: string): string | undefined {
  if (entry?.kind !== "message") return undefined;
  const asked = entry.heads.filter((head) => head.kind === "request" && head.method === method);
  const [head] = asked;
  return head?.kind === "request" && asked.length === 1 ? head.subject : undefined;
}
