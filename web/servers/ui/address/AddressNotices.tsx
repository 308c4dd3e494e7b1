/** What the address bar shows below its fields while there is something to say. */
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useConnection } from "../../hooks/useConnection.ts";
import { pasteNoteText } from "../../messages/pasteMessages.ts";
import styles from "./AddressNotices.module.css";
import { ConfigProblems } from "./ConfigProblems.tsx";
import { PendingSettings } from "./PendingSettings.tsx";
import { ProfileProblemNotice } from "./ProfileProblemNotice.tsx";
import { SecretsNotice } from "./SecretsNotice.tsx";

export function AddressNotices() {
  const { addressBar, profiles } = useStores().servers;
  const note = useStore(addressBar, (state) => state.note);
  const profileProblem = useStore(profiles, (state) => state.problem);
  const { state } = useConnection();
  return (
    <>
      {note && (
        <p role="status" className={styles.note}>
          {pasteNoteText(note)}
        </p>
      )}
      <ConfigProblems />
      {profileProblem && <ProfileProblemNotice problem={profileProblem} />}
      {state.kind === "connected" && (
        <>
          <PendingSettings />
          <SecretsNotice />
        </>
      )}
    </>
  );
}
