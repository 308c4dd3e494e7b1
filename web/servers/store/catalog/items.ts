/** Reads the items of a server's lists tolerantly: invalid items are shown, never dropped. */
import { membersOf } from "../../../../shared/core/json/jsonObject.ts";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { listEventsMethod } from "../../../../shared/protocol/drafts/eventsDraft.ts";
import type { BrokenAnnotation } from "../../../../shared/protocol/paramHeaders.ts";
import type { ItemKind } from "../../../view/selection.ts";

export interface Item {
  readonly kind: ItemKind;
  /** `name` of tools, prompts and events, `uri` of resources and skills, `uriTemplate` of templates. */
  readonly name: string;
  /** The first part of its row, with hidden characters escaped: the server's `name`, or the URI. */
  readonly label: string;
  /** The rest of its row, escaped as well. */
  readonly detail: string | undefined;
  /** Escaped as well. */
  readonly title: string | undefined;
  readonly description: string | undefined;
  /** Why it must not be called over this transport, if it must not. */
  readonly broken?: BrokenAnnotation;
  /** How far to the right its row begins: a file of the item before it. */
  readonly isWithin?: boolean;
  /** How it differs from the list that was read before. */
  readonly change?: "new" | "changed";
  /** The definition as the server sent it. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** How items of a kind are listed and called. */
export interface ListTraits {
  readonly kind: ItemKind;
  /** The heading of its list; also its accessible name. */
  readonly heading: string;
  readonly method: string;
  /** The member of the result that holds the items. */
  readonly member: string;
  readonly nameMember: string;
  /** The server capability that is required to request the list. */
  readonly capability: string;
}

export const lists: readonly ListTraits[] = [
  {
    kind: "skill",
    heading: "Skills",
    method: "skills/list",
    member: "skills",
    nameMember: "uri",
    // a change of skills is announced as one of resources
    capability: "resources",
  },
  {
    kind: "tool",
    heading: "Tools",
    method: "tools/list",
    member: "tools",
    nameMember: "name",
    capability: "tools",
  },
  {
    kind: "resource",
    heading: "Resources",
    method: "resources/list",
    member: "resources",
    nameMember: "uri",
    capability: "resources",
  },
  {
    kind: "template",
    heading: "Resource templates",
    method: "resources/templates/list",
    member: "resourceTemplates",
    nameMember: "uriTemplate",
    capability: "resources",
  },
  {
    kind: "prompt",
    heading: "Prompts",
    method: "prompts/list",
    member: "prompts",
    nameMember: "name",
    capability: "prompts",
  },
  {
    kind: "event",
    heading: "Events",
    method: listEventsMethod,
    member: "events",
    nameMember: "name",
    capability: "events",
  },
];

export function traitsOfKind(kind: ItemKind): ListTraits {
  return lists.find((list) => list.kind === kind) as ListTraits;
}

/** The template of an item that no server lists: it reads the URI that the user writes. */
export const anyUriTemplate = "{+uri}";

/** UTF-16 code units of a name as it is shown; a longer one is cut. */
const maxNameLength = 1000;

/** A name, title or URI as it is shown: the server decides neither its length nor what it hides. */
export const shownName = (name: string): string => showHidden(name, maxNameLength);

/** Reads one item of a list; never throws. */
export function readItem(kind: ItemKind, value: unknown): Item {
  const raw = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const text = (member: string) => (typeof raw[member] === "string" ? raw[member] : undefined);
  const { title: hint } = membersOf(raw.annotations);
  const hinted = typeof hint === "string" ? hint : undefined;
  const name = text(traitsOfKind(kind).nameMember) ?? "";
  const stated = text("title") ?? hinted;
  const title = stated && shownName(stated);
  const hasUri = kind === "resource" || kind === "template";
  const { name: skillName, description } = membersOf(kind === "skill" && raw.frontmatter);
  const named = hasUri ? text("name") : typeof skillName === "string" ? skillName : undefined;
  return {
    kind,
    name,
    label: shownName(named || name),
    detail: hasUri ? shownName(name) : title,
    title,
    description: typeof description === "string" ? description : text("description"),
    raw,
  };
}
