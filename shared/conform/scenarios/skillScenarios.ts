/** Scenarios about the skills extension. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject } from "../../core/json/jsonObject.ts";
import { findingText } from "../../messages/findingText.ts";
import { invalidParamsCode } from "../../protocol/jsonRpc.ts";
import { directoryMimeType, skillsExtension } from "../../protocol/skillsExtension.ts";
import { checkSkillEntry } from "../../skills/checkEntry.ts";
import { isSameValue, readSkillEntry, type SkillEntry } from "../../skills/skillEntry.ts";
import type { SkillFinding } from "../../skills/skillFinding.ts";
import { skillRoot } from "../../skills/skillUri.ts";
import { bytesOfContents, verifySkillFile } from "../../skills/verifyFile.ts";
import type { Subject } from "../examinedServer.ts";
import { backendFailure } from "../judgeResult.ts";
import type { Reply } from "../replies.ts";
import {
  failed,
  notApplicable,
  passed,
  type Scenario,
  type ScenarioVerdict,
  type Seen,
  verdictOf,
} from "../scenario.ts";

const unknownSkill = "skill://conformance-unknown/SKILL.md";
const page = "/seps/2640-skills-extension";

const common = { area: "skills", level: "must", needs: "skills/list" } as const;
const noSkill = notApplicable("The server lists no skill.");

const declared = ({ connected }: Subject) =>
  getOwn(getOwn(connected.agreement.capabilities, "extensions"), skillsExtension);

/** The answer in which the server declares what it offers: the first result of the connection. */
function firstResult(subject: Subject): Seen {
  const answer = subject
    .entries()
    .find(
      (entry) =>
        entry.kind === "message" &&
        entry.direction === "in" &&
        entry.heads.some(({ kind }) => kind === "result"),
    );
  return { evidence: answer ? [answer.seq] : [], pointer: "/result/capabilities" };
}

/** The first listed skill. */
function firstSkill({ lists }: Subject): SkillEntry | undefined {
  for (const item of lists.skills?.items ?? []) {
    const entry = readSkillEntry(item);
    if (entry) return entry;
  }
  return undefined;
}

const isViolation = ({ severity }: SkillFinding) => severity === "violation";

/** What a list of findings says as a verdict. */
function ofFindings(findings: readonly SkillFinding[], ...replies: readonly Reply[]) {
  const [first] = findings.filter(isViolation);
  if (!first) return passed(...replies);
  const sentence = findingText(first);
  const uri = "uri" in first.evidence ? first.evidence.uri : "";
  const item = uri !== "" && sentence.startsWith(uri) ? uri : undefined;
  return failed({ sentence, item }, ...replies);
}

function withoutResult(method: string, reply: Reply): ScenarioVerdict | undefined {
  if (reply.kind === "result") return undefined;
  return backendFailure(method, reply) ?? failed(`${method} was answered ${reply.text}.`, reply);
}

/** Whether a list or an entry says how long it may be kept, as results of the newest revision do. */
function lacksCacheFields({ isModern }: Subject, method: string, { value }: Reply) {
  const missing = ["ttlMs", "cacheScope"].filter((name) => getOwn(value, name) === undefined);
  return isModern && missing.length > 0
    ? `The answer to ${method} lacks ${missing.join(" and ")}.`
    : undefined;
}

export const skillScenarios: readonly Scenario[] = [
  {
    ...common,
    id: "skills-declared",
    title: "The extension is declared as an object, beside resources",
    section: `${page}#capability-negotiation`,
    sends: "nothing: it reads the capabilities",
    fix: "Declare io.modelcontextprotocol/skills as an object, and the capability resources.",
    run(subject) {
      const { capabilities } = subject.connected.agreement;
      const problem = !isJsonObject(declared(subject))
        ? "The capability io.modelcontextprotocol/skills is no object."
        : isJsonObject(capabilities.resources)
          ? undefined
          : "The server declares skills but no resources, through which their files are read.";
      return verdictOf(problem, firstResult(subject));
    },
  },
  {
    ...common,
    id: "skills-list-valid",
    title: "skills/list is answered with valid entries",
    section: `${page}#enumeration-via-skillslist`,
    sends: "skills/list",
    fix: "List each skill with its URI, its frontmatter, and every file with size and digest.",
    run(subject) {
      const list = subject.lists.skills;
      if (!list) return noSkill;
      const { first } = list;
      const refused = withoutResult(list.method, first);
      if (refused) return refused;
      if (!Array.isArray(getOwn(first.value, "skills"))) {
        return failed("The answer to skills/list has no skills.", first);
      }
      const problem = lacksCacheFields(subject, list.method, first);
      if (problem !== undefined) return failed(problem, first);
      return ofFindings(
        list.items.flatMap((item) => checkSkillEntry(item, "")),
        first,
      );
    },
  },
  {
    ...common,
    id: "skills-get-valid",
    title: "skills/get answers for a listed skill with the same entry",
    section: `${page}#retrieval-via-skillsget`,
    sends: "skills/get of the first skill",
    fix: "Answer skills/get with the entry of skills/list, and without a cursor.",
    async run(subject) {
      const skill = firstSkill(subject);
      if (!skill) return noSkill;
      const reply = await subject.request("skills/get", { uri: skill.uri });
      const refused = withoutResult("skills/get", reply);
      if (refused) return refused;
      const got = getOwn(reply.value, "skill");
      const entry = readSkillEntry(got);
      const problem =
        entry?.uri !== skill.uri
          ? `${skill.uri} was asked for, and another skill or none came.`
          : getOwn(reply.value, "nextCursor") !== undefined
            ? "The answer has a cursor, but it is no list."
            : lacksCacheFields(subject, "skills/get", reply);
      if (problem !== undefined) return failed(problem, reply);
      return ofFindings(checkSkillEntry(got, ""), reply);
    },
  },
  {
    ...common,
    id: "skills-get-unknown",
    title: "skills/get of an unknown skill is answered with the error -32602",
    section: `${page}#retrieval-via-skillsget`,
    sends: "skills/get of an unknown URI",
    fix: "Answer skills/get of a URI that names no skill with the error -32602.",
    async run({ request }) {
      const reply = await request("skills/get", { uri: unknownSkill });
      return verdictOf(
        reply.code === invalidParamsCode
          ? undefined
          : `A skill that does not exist was answered ${reply.text}, not with ${invalidParamsCode}.`,
        reply,
      );
    },
  },
  {
    ...common,
    id: "skill-file-verified",
    title: "SKILL.md is what its entry says: size, digest, frontmatter",
    section: `${page}#integrity-and-verification`,
    sends: "resources/read of the first skill",
    fix: "Make the entry from the file that is served, and list it again after a change.",
    async run(subject) {
      const skill = firstSkill(subject);
      if (!skill) return noSkill;
      const reply = await subject.request("resources/read", { uri: skill.uri });
      const refused = withoutResult("resources/read", reply);
      if (refused) return refused;
      const bytes = bytesOfContents(reply.value);
      if (!bytes)
        return failed({ sentence: `${skill.uri} has no content.`, item: skill.uri }, reply);
      const { compared, findings } = await verifySkillFile(skill, skill.uri, bytes, "");
      const missing = (["size", "digest", "frontmatter"] as const).filter((one) => !compared[one]);
      // a finding says why; what could not be compared has not passed
      if (findings.some(isViolation) || missing.length === 0) return ofFindings(findings, reply);
      return notApplicable(
        skill.files === "dynamic"
          ? `${skill.uri} is "dynamic": it has no size and no digest to compare with.`
          : `Of ${skill.uri}, not compared: ${missing.join(", ")}.`,
      );
    },
  },
  {
    ...common,
    id: "skill-resource-metadata",
    level: "should",
    title: "The resource of SKILL.md is text/markdown, with the name and description of the skill",
    section: `${page}#resource-metadata`,
    sends: "resources/read of the first skill",
    fix: "Set mimeType, name and description of the resource from the frontmatter.",
    async run(subject) {
      const skill = firstSkill(subject);
      if (!skill) return noSkill;
      const { uri, frontmatter } = skill;
      const listed = subject.lists.resources?.items.find((item) => getOwn(item, "uri") === uri);
      const reply = await subject.request("resources/read", { uri });
      if (reply.kind !== "result") return notApplicable("SKILL.md could not be read.");
      const contents = getOwn(reply.value, "contents");
      const [content] = Array.isArray(contents) ? contents : [];
      const mimeType = getOwn(content, "mimeType") ?? getOwn(listed, "mimeType");
      const differing = ["name", "description"].find(
        (name) =>
          listed !== undefined && !isSameValue(getOwn(listed, name), getOwn(frontmatter, name)),
      );
      const problem =
        typeof mimeType !== "string" || !/^text\/markdown\b/i.test(mimeType)
          ? `${uri} has the media type ${JSON.stringify(mimeType) ?? "of nothing"}.`
          : differing && `${uri} is a resource with another ${differing} than its frontmatter.`;
      if (!problem && !listed) {
        const sentence = `resources/list has no ${uri}: its media type is right, name and description were not compared.`;
        return { ...passed(reply), sentence };
      }
      return verdictOf(problem && { sentence: problem, item: uri }, reply);
    },
  },
  {
    ...common,
    id: "skill-directory-read",
    title: "The directory of a skill can be read where the server declares it",
    section: `${page}#directory-listing`,
    sends: "resources/directory/read of the first skill's directory, and of its SKILL.md",
    fix: "Answer resources/directory/read with the direct children of a directory, and -32602 for what is none.",
    async run(subject) {
      if (getOwn(declared(subject), "directoryRead") !== true) {
        return notApplicable("The server does not declare directoryRead.");
      }
      const skill = firstSkill(subject);
      const root = skill && skillRoot(skill.uri);
      if (!skill || root === undefined) return noSkill;
      const method = "resources/directory/read";
      const reply = await subject.request(method, { uri: root });
      const refused = withoutResult(method, reply);
      if (refused) return refused;
      const children = getOwn(reply.value, "resources");
      if (!Array.isArray(children))
        return failed(`The answer to ${method} has no resources.`, reply);
      const odd = children.find((child) => !isDirectChild(root, child));
      if (odd !== undefined) {
        const shown = JSON.stringify(getOwn(odd, "uri"));
        return failed(
          `${shown} is no direct child of ${root}, or a directory without the media type ${directoryMimeType}.`,
          reply,
        );
      }
      const other = await subject.request(method, { uri: skill.uri });
      return verdictOf(
        other.code === invalidParamsCode
          ? undefined
          : `${skill.uri} is no directory, and was answered ${other.text}, not with ${invalidParamsCode}.`,
        reply,
        other,
      );
    },
  },
];

function isDirectChild(root: string, child: unknown): boolean {
  const uri = getOwn(child, "uri");
  if (typeof uri !== "string" || !uri.startsWith(`${root}/`)) return false;
  const rest = uri.slice(root.length + 1);
  return rest !== "" && !rest.includes("/");
}
