/** Renders a failure as an error notice. */
import type { ReactNode } from "react";
import type { Failure } from "../../shared/protocol/failures/failure.ts";
import { ErrorTextNotice } from "./ErrorTextNotice.tsx";
import { failureText } from "./failureMessages.ts";

export function FailureNotice(props: { failure: Failure; actions?: ReactNode }) {
  return <ErrorTextNotice text={failureText(props.failure)} actions={props.actions} />;
}

/** Renders the title of a failure as inline text. */
export function FailureTitle({ failure }: { failure: Failure }) {
  return failureText(failure).what;
}
