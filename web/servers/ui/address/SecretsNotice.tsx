/** Says which values of a connected server are not stored in the list of recent servers, and stores them encrypted on request. */
import { useState } from "react";
import { maskedAddress, maskTarget } from "../../../../shared/recording/maskTarget.ts";
import { lookLikeSecrets, secretReasons } from "../../../messages/secretMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { useConnection } from "../../hooks/useConnection.ts";

/** Shown until it is dismissed; another server shows it again. */
export function SecretsNotice() {
  const { askedValues } = useStores().servers;
  const { connection, state } = useConnection();
  const [dismissed, setDismissed] = useState("");
  const [stored, setStored] = useState("");
  // Values the user was asked for are covered by that question.
  if (state.kind !== "connected" || !connection || connection.target.shown !== undefined) {
    return null;
  }
  const { maskedSecrets } = maskTarget(connection.target);
  const address = maskedAddress(connection.target);
  if (maskedSecrets.length === 0 || address === dismissed) return null;

  const store = (isStored: boolean) => {
    const values = Object.fromEntries(maskedSecrets.map(({ name, value }) => [name, value]));
    // Storing needs the relay's half of the key, so the box is checked only once the values are stored.
    askedValues.keep(address, values, isStored).then(
      () => setStored(isStored ? address : ""),
      () => undefined,
    );
  };
  return (
    <Notice
      severity="info"
      title={`${lookLikeSecrets(maskedSecrets)}: left out of recent servers and links`}
      actions={
        <Checkbox
          label="Remember on this device"
          description="Stored encrypted, and filled in the next time you connect."
          isSelected={stored === address}
          onChange={store}
        />
      }
      onDismiss={() => setDismissed(address)}
    >
      {secretReasons(maskedSecrets)}. You will be asked for it the next time you connect.
    </Notice>
  );
}
