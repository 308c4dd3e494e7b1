/** Identifies an item of a server: a tool, a resource, a resource template or a prompt. */

export type ItemKind = "tool" | "resource" | "template" | "prompt";

export interface Selection {
  readonly kind: ItemKind;
  /** `name` of tools and prompts, `uri` of resources, `uriTemplate` of templates. */
  readonly name: string;
}
