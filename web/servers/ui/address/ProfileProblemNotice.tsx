/** Says that a saved server could not be encrypted or decrypted, and what to do. */
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import type { ProfileProblem } from "../../store/serverProfiles.ts";

export function ProfileProblemNotice({ problem }: { problem: ProfileProblem }) {
  const { servers, view } = useStores();
  const { dismiss } = servers.profiles;
  const { action, name } = problem;
  const enter = () => {
    dismiss();
    view.showSettings(true);
  };
  return (
    <Notice
      severity="warning"
      title={
        action === "save"
          ? `${name} was not saved`
          : `The headers and variables of ${name} cannot be read`
      }
      actions={
        <>
          {action === "read" && (
            <Button size="small" onPress={enter}>
              Connection options
            </Button>
          )}
          <Button size="small" variant="quiet" onPress={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {action === "save"
        ? "This browser could not encrypt it: this needs a page over https or from this machine, and a browser that stores data."
        : "They were encrypted with a key of which another relay holds one half, or this page is not open at its relay. Enter them again, connect, and save the server once more."}
    </Notice>
  );
}
