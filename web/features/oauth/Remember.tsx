/**
 * The Remember on this device switch, the strength of its protection, and stored values that could
 * not be decrypted.
 */
import { useEffect } from "react";
import { useStore } from "zustand";
import { protectionText, storageProblemText } from "../../messages/rememberMessages.ts";
import type { Engine } from "../../stores/auth/engine.ts";
import type { EncryptedStore } from "../../stores/auth/storage/encryptedStore.ts";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Notice } from "../../ui/Notice.tsx";

export function Remember({ engine }: { engine: Engine }) {
  return engine.safe ? (
    <RememberSealed engine={engine} safe={engine.safe} />
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
  safe,
}: {
  engine: Engine;
  safe: EncryptedStore;
}) {
  const isRemembering = useStore(credentialStore.isRemembering);
  const { protection, problem } = useStore(safe.state);
  useEffect(() => {
    // Without storage in this browser there is nothing to report.
    safe.look().catch(() => undefined);
  }, [safe]);
  return (
    <>
      {problem && (
        <Notice severity="warning" title="Remembered credentials could not be used">
          {storageProblemText[problem]}
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
