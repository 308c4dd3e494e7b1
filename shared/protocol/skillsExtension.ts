/** Names of the skills extension. */

/** The extension's key in capabilities. */
export const skillsExtension = "io.modelcontextprotocol/skills";

/** The media type of a directory that `resources/directory/read` lists. */
export const directoryMimeType = "inode/directory";

export type SkillSpecSection =
  | "capability-negotiation"
  | "enumeration-via-skillslist"
  | "frontmatter"
  | "integrity-and-verification"
  | "resource-mapping"
  | "resource-metadata"
  | "resources"
  | "retrieval-via-skillsget"
  | "skill-format"
  | "skill-uris";

/**
 * The address of a section of the extension's proposal.
 * @param section the anchor of its heading
 */
export function skillSpecUrl(section: SkillSpecSection): string {
  return `https://modelcontextprotocol.io/seps/2640-skills-extension#${section}`;
}
