/**
 * The Remember on this device switch, the strength of its protection, and stored values that could
 * not be decrypted.
 */
import { useEffect } from "react";
import { useStore } from "zustand";
import { protectionText, rememberProblemText } from "../../messages/rememberMessages.ts";
import type { EncryptedStore } from "../../platform/storage/encryptedStore.ts";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Notice } from "../../ui/Notice.tsx";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";

export function Remember({ engine }: { engine: AuthorizationEngine }) {
  return engine.encryptedStore ? (
    <RememberSealed engine={engine} encryptedStore={engine.encryptedStore} />
  ) : (
    <Switch
      label="Remember on this device"
      description="Not available: on plain http, browsers offer no encryption keys. Open this page over https or at localhost."
      isDisabled
      isSelected={false}
    />
  );
}

function RememberSealed({
  engine: { credentialStore },
  encryptedStore,
}: {
  engine: AuthorizationEngine;
  encryptedStore: EncryptedStore;
}) {
  const isRemembering = useStore(credentialStore.isRemembering);
  const { protection, problem } = useStore(encryptedStore.state);
  useEffect(() => {
    // Without storage in this browser there is nothing to report.
    encryptedStore.look().catch(() => undefined);
  }, [encryptedStore]);
  return (
    <>
      {problem && (
        <Notice severity="warning" title="Remembered credentials could not be used">
          {rememberProblemText[problem]}
        </Notice>
      )}
      <Switch
        label="Remember on this device"
        description={protectionText(protection, location.origin)}
        isSelected={isRemembering}
        onChange={(isOn) => void credentialStore.remember(isOn)}
      />
    </>
  );
}
