/** Says who caused a request, as a glyph with a text alternative or in words. */
import {
  AppWindow,
  Bookmark,
  Bot,
  Cable,
  ClipboardCheck,
  Cog,
  FlaskConical,
  type LucideIcon,
  RotateCcw,
  Server,
  Stethoscope,
  User,
} from "lucide-react";
import { shortened } from "../../shared/core/text/shortened.ts";
import { escapeHidden } from "../../shared/core/text/visibleText.ts";
import type { Initiator } from "../../shared/log/entry.ts";
import type { RowCause } from "../../shared/log/filter.ts";
import styles from "./InitiatorMark.module.css";

const marks: Readonly<
  Record<RowCause["kind"], readonly [glyph: LucideIcon | undefined, words: string]>
> = {
  user: [User, "by you"],
  model: [Bot, "by the model"],
  app: [AppWindow, "by the app"],
  "saved-call": [Bookmark, "by the saved call"],
  replay: [RotateCcw, "by a replay"],
  eval: [FlaskConical, "by the eval"],
  examination: [ClipboardCheck, "by the examination"],
  diagnosis: [Stethoscope, "by the diagnosis"],
  tap: [Cable, "by the tap"],
  engine: [Cog, "by this client"],
  server: [Server, "by the server"],
  // the normal case in a tap
  client: [undefined, "by the client"],
};

/** Characters of a name that are shown. */
const maxName = 60;

/** In words, with the name of the one that has a name for people, for example `by the model gpt-5`. */
export function initiatorText({ kind, id = "" }: RowCause): string {
  const [, words] = marks[kind];
  // the id of an app tells nobody anything
  if (id === "" || kind === "app") return words;
  return `${words} ${escapeHidden(shortened(id, maxName))}`;
}

/** Whether it is known that somebody other than the user caused something. */
export function isNotUser(initiator: Initiator | undefined): initiator is Initiator {
  return initiator !== undefined && initiator.kind !== "user";
}

/** The glyph of a kind, where it is not alone. */
export const initiatorGlyph = (kind: RowCause["kind"]): LucideIcon | undefined => marks[kind][0];

export function InitiatorMark({ initiator }: { readonly initiator: RowCause }) {
  const [Glyph] = marks[initiator.kind];
  const text = initiatorText(initiator);
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={styles.mark}
      data-kind={initiator.kind}
    >
      {Glyph && <Glyph aria-hidden="true" />}
    </span>
  );
}
