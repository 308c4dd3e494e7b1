/** Identifies an item of a server: a tool, a resource, a resource template, a prompt or a file of a skill. */

export type ItemKind = "tool" | "resource" | "template" | "prompt" | "skill";

export interface Selection {
  readonly kind: ItemKind;
  /** `name` of tools and prompts, `uri` of resources, `uriTemplate` of templates; of a skill the URI of its `SKILL.md` or of another file. */
  readonly name: string;
}
