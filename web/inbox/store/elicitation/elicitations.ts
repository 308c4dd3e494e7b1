/** State about elicitation besides the requests themselves. */
import type { Inbox } from "../inbox.ts";
import { createEarlierAnswers, type EarlierAnswers } from "./earlierAnswers.ts";
import { createElicitationDrafts, type ElicitationDrafts } from "./elicitationDrafts.ts";
import { createUrlElicitations, type UrlElicitations } from "./urlElicitations.ts";

export interface Elicitations {
  readonly drafts: ElicitationDrafts;
  readonly earlierAnswers: EarlierAnswers;
  readonly urls: UrlElicitations;
  /** Forgets everything of one server. */
  clear(serverId: string): void;
}

export function createElicitations(inbox: Inbox): Elicitations {
  const drafts = createElicitationDrafts(inbox);
  const earlierAnswers = createEarlierAnswers();
  const urls = createUrlElicitations();
  return {
    drafts,
    earlierAnswers,
    urls,
    clear(serverId) {
      earlierAnswers.clear(serverId);
      urls.clear(serverId);
    },
  };
}
