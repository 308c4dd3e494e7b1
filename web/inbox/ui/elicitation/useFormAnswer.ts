/** The answer to a form: its draft, whether it fits the requested schema, and how it is sent. */
import { useMemo } from "react";
import { useStore } from "zustand";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { acceptDefaults } from "../../../../shared/schema/plan/defaults.ts";
import type { Verdict } from "../../../../shared/schema/validate/validate.ts";
import { useValidation } from "../../../form/useValidation.ts";
import { checkValue } from "../../../platform/validation/checkValue.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { ElicitationDraft } from "../../store/elicitation/elicitationDrafts.ts";
import type { InboxItem } from "../../store/inbox.ts";

export interface FormAnswer {
  /** The requested schema, which forbids other properties. */
  readonly schema: unknown;
  readonly draft: ElicitationDraft;
  /** What the check of the draft found; undefined until then. */
  readonly verdict: Verdict | undefined;
  /** Whether the user changed what the form began with. */
  readonly isEdited: boolean;
  /**
   * Whether the draft is known not to fit the schema, after the user edited it or tried to send it.
   */
  readonly isInvalid: boolean;
  /** The newest accepted answer to the same question, unless the draft is equal to it. */
  readonly previous: string | undefined;
  change(change: Partial<ElicitationDraft>): void;
  /**
   * Sends the draft.
   * @param anyway whether to send it even if it does not fit; otherwise it is checked first, and
   * the attempt is noted
   */
  send(anyway: boolean): void;
}

export function useFormAnswer(item: InboxItem): FormAnswer {
  const { drafts, earlierAnswers } = useStores().inbox.elicitations;
  const { serverId, input } = item;
  const { params } = input;
  const schema = useMemo(() => closedSchema(getOwn(params, "requestedSchema")), [params]);
  const initial = useMemo<ElicitationDraft>(
    () => ({ text: acceptDefaults(schema), tab: "form" }),
    [schema],
  );
  const previous = useMemo(
    () => earlierAnswers.find(serverId, params),
    [earlierAnswers, serverId, params],
  );
  const draft = useStore(drafts, (all) => all.get(item.key)) ?? initial;
  const { verdict, isCurrent } = useValidation(schema, draft.text);
  const isEdited = draft.text !== initial.text;
  const isKnown = isEdited || draft.isAttempted === true;
  const isInvalid = isKnown && verdict?.kind === "checked" && !mayFit(verdict);
  const change = (part: Partial<ElicitationDraft>) => drafts.keep(item.key, { ...draft, ...part });

  const accept = () => {
    const content = draft.text.trim() === "" ? "{}" : draft.text;
    earlierAnswers.keep(serverId, params, content);
    item.answer({ kind: "result", text: `{"action":"accept","content":${content}}` });
  };

  return {
    schema,
    draft,
    verdict,
    isEdited,
    isInvalid,
    previous: previous === draft.text ? undefined : previous,
    change,
    async send(anyway) {
      if (anyway) return accept();
      const found = verdict && isCurrent ? verdict : await checkValue(schema, draft.text);
      if (mayFit(found)) accept();
      else change({ isAttempted: true });
    },
  };
}

function mayFit(verdict: Verdict): boolean {
  if (verdict.kind === "checked") return verdict.problems.length === 0;
  return verdict.kind === "unchecked";
}

/** A response holds only the requested properties, although elicitation schemas need not forbid others. */
function closedSchema(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  return { additionalProperties: false, ...schema };
}
