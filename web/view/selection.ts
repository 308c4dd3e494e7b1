/** Identifies an item of a server: a tool, a resource, a resource template, a prompt, a file of a skill or a type of events. */

export type ItemKind = "tool" | "resource" | "template" | "prompt" | "skill" | "event";

export interface Selection {
  readonly kind: ItemKind;
  /** `name` of tools, prompts and events, `uri` of resources, `uriTemplate` of templates; of a skill the URI of its `SKILL.md` or of another file. */
  readonly name: string;
}
