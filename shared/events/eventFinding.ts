/** Defines the findings about events: a stable code, how serious it is, and the evidence. */
import { cutFacts, type Every } from "../core/facts.ts";
import { type EventsDraftSection, eventsDraftUrl } from "../protocol/drafts/eventsDraft.ts";
import type { Severity } from "../protocol/severity.ts";

/** Every rule: how serious a breach is, and the section of the draft that states it. */
const rules = {
  "event-answer-invalid": ["violation", "poll-based-delivery"],
  "event-cursor-mixed": ["warning", "cursor-lifecycle"],
  "event-cursor-stuck": ["violation", "poll-based-delivery"],
  "event-invalid": ["violation", "eventoccurrence-schema"],
  "event-name-differs": ["violation", "eventoccurrence-schema"],
  "event-not-from-now": ["violation", "cursor-lifecycle"],
  "event-out-of-order": ["note", "cursor-lifecycle"],
  "event-repeated": ["warning", "eventoccurrence-schema"],
  "event-type-invalid": ["violation", "listing-available-events"],
  "event-without-subscription": ["violation", "event-delivery"],
} as const satisfies Readonly<Record<string, readonly [Severity, EventsDraftSection]>>;

interface OfEvent {
  readonly eventId: string;
}

/** The facts of each rule. */
interface EventEvidence {
  readonly "event-answer-invalid": { readonly method: string; readonly member: string };
  /** The type of the event. */
  readonly "event-cursor-mixed": { readonly name: string };
  readonly "event-cursor-stuck": { readonly cursor: string };
  /** Empty where the event has no id. */
  readonly "event-invalid": OfEvent & { readonly member: string };
  readonly "event-name-differs": OfEvent & { readonly asked: string; readonly name: string };
  readonly "event-not-from-now": { readonly count: number };
  readonly "event-out-of-order": OfEvent & {
    readonly timestamp: string;
    readonly before: string;
  };
  readonly "event-repeated": OfEvent;
  /** Empty where the type has no name. */
  readonly "event-type-invalid": { readonly name: string; readonly member: string };
  readonly "event-without-subscription": { readonly method: string };
}

export type EventFindingCode = keyof typeof rules;

/** A code with its facts, for a sentence. */
export type KnownEventFinding<Code extends EventFindingCode = EventFindingCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly evidence: EventEvidence[Each] };
}[Code];

export type EventFinding = KnownEventFinding & {
  readonly severity: Severity;
  readonly specUrl: string;
  /** The place in the result, the params or the body, as an RFC 6901 JSON pointer. */
  readonly pointer: string;
};

/** Maximum length of a text in evidence, in UTF-16 code units: the server wrote it. */
const maxLength = 300;

/** Creates a finding; texts in the evidence are cut. */
export function eventFinding<Code extends EventFindingCode>(
  code: Code,
  evidence: Every<EventEvidence[Code]> & object,
  pointer: string,
): EventFinding {
  const [severity, section] = rules[code];
  return {
    code,
    severity,
    evidence: cutFacts(evidence, maxLength),
    specUrl: eventsDraftUrl(section),
    pointer,
  } as unknown as EventFinding;
}
