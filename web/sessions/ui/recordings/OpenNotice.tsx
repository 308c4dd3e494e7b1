/** Says that a recording is being opened, or why it was not. */
import { useStores } from "../../../stores/StoresContext.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { openErrorText } from "../../messages/openMessages.ts";
import type { OpenProblem } from "../../store/openedRecording.ts";

/** @param props.problem undefined while the recording is being opened */
export function OpenNotice({ problem }: { problem: OpenProblem | undefined }) {
  const { recordings } = useStores().sessions;
  if (!problem) return <Notice severity="info" title="Opening the recording…" />;
  const { what, why, next } = openErrorText(problem);
  return (
    <Notice severity="error" title={what} onDismiss={recordings.dismissProblem}>
      {why} {next.join(" ")}
    </Notice>
  );
}
