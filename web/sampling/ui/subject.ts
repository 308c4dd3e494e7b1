/** Finds what the sampling playground shows. */
import type { InboxItem } from "../../inbox/store/inbox.ts";
import type { SamplingTarget } from "../../view/viewStore.ts";
import type { ScratchRequest } from "../store/scratch.ts";

export type SamplingSubject =
  | { readonly kind: "request"; readonly item: InboxItem }
  | { readonly kind: "scratch"; readonly request: ScratchRequest };

/**
 * The selected request; if it no longer exists, the oldest pending one or the newest scratch
 * request.
 */
export function samplingSubjectOf(
  target: SamplingTarget | undefined,
  pending: readonly InboxItem[],
  scratch: readonly ScratchRequest[],
): SamplingSubject | undefined {
  const item = pending.find(({ key }) => target?.kind === "request" && key === target.key);
  if (item) return { kind: "request", item };
  const request = scratch.find(({ id }) => target?.kind === "scratch" && id === target.id);
  if (request) return { kind: "scratch", request };
  if (pending[0]) return { kind: "request", item: pending[0] };
  return scratch[0] && { kind: "scratch", request: scratch[0] };
}
