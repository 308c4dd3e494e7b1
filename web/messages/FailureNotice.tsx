/** Renders a failure as an error notice. */
import type { ReactNode } from "react";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import { ErrorTextNotice } from "./ErrorTextNotice.tsx";
import { failureText } from "./failureMessages.ts";

interface FailureNoticeProps {
  readonly failure: Failure;
  /** What to do, where more is known than the failure says. */
  readonly next?: string | undefined;
  readonly actions?: ReactNode;
}

export function FailureNotice({ failure, next, actions }: FailureNoticeProps) {
  const text = failureText(failure);
  const shown = next === undefined ? text : { ...text, next: [next] };
  return <ErrorTextNotice text={shown} actions={actions} />;
}

/** Renders the title of a failure as inline text. */
export function FailureTitle({ failure }: { failure: Failure }) {
  return failureText(failure).what;
}
