/** Reads an entry of `skills/list` or `skills/get` tolerantly. */
import { getOwn } from "../core/json/getOwn.ts";
import { asJsonObject, isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";

/** A file as the entry of its skill describes it; what is of the wrong type is undefined. */
export interface SkillFile {
  readonly uri: string;
  /** `sha256:` and 64 hexadecimal digits, if it is right. */
  readonly digest: string | undefined;
  /** Bytes. */
  readonly size: number | undefined;
}

export interface SkillEntry {
  /** Of its `SKILL.md`. */
  readonly uri: string;
  readonly frontmatter: JsonObject | undefined;
  /** All files; undefined if the entry has neither files nor `dynamic`. */
  readonly files: readonly SkillFile[] | "dynamic" | undefined;
}

/** Limits up to which every host takes a skill: files, and bytes of all of them. */
export const skillLimits = { files: 512, bytes: 16 * 1024 * 1024 } as const;

/** Of the Agent Skills specification, in characters. */
export const frontmatterLimits = { name: 64, description: 1024, compatibility: 500 } as const;

const digestPattern = /^sha256:[0-9a-f]{64}$/;

export const isSkillDigest = (value: unknown): value is string =>
  typeof value === "string" && digestPattern.test(value);

export const isFileSize = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0;

/** @returns undefined without a URI, by which a skill is known */
export function readSkillEntry(value: unknown): SkillEntry | undefined {
  const uri = getOwn(value, "uri");
  if (typeof uri !== "string" || uri === "") return undefined;
  const resources = getOwn(value, "resources");
  const files = Array.isArray(resources)
    ? resources.filter(isJsonObject).flatMap((file): readonly SkillFile[] => {
        const { uri: fileUri, digest, size } = file;
        if (typeof fileUri !== "string") return [];
        return [
          {
            uri: fileUri,
            digest: isSkillDigest(digest) ? digest : undefined,
            size: isFileSize(size) ? size : undefined,
          },
        ];
      })
    : resources === "dynamic"
      ? resources
      : undefined;
  return { uri, frontmatter: asJsonObject(getOwn(value, "frontmatter")), files };
}

/** Whether two values of JSON are the same; the order of members does not count. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return (
      one.length === other.length &&
      one.every((item, at) => isSameValue(item, other[at] as unknown))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return Object.is(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}
