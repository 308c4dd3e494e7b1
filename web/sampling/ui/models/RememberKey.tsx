/** The switch that stores a key of a model on this device. */
import { Suspense, use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { protectionText } from "../../../messages/rememberMessages.ts";
import type { EncryptedStore } from "../../../platform/storage/encryptedStore.ts";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";

interface Props {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

/** The switch that stores a key encrypted on this device, and the strength of its protection. */
export function RememberKey(props: Props) {
  const { keys } = useModelStores();
  const [opened] = useState(keys.store);
  return (
    <Suspense fallback={<Checkbox label="Remember the key" isDisabled />}>
      <Opened {...props} opened={opened} />
    </Suspense>
  );
}

function Opened({ opened, ...props }: Props & { opened: Promise<EncryptedStore | undefined> }) {
  const store = use(opened);
  return store ? (
    <Sealed {...props} store={store} />
  ) : (
    <Checkbox
      label="Remember the key"
      description="Not available: on plain http, browsers offer no encryption keys. Open this page over https or at localhost."
      isDisabled
    />
  );
}

function Sealed({ store, ...props }: Props & { store: EncryptedStore }) {
  const { protection } = useStore(store.state);
  useEffect(() => {
    // without storage in this browser there is nothing to report
    store.look().catch(() => undefined);
  }, [store]);
  return (
    <Checkbox
      label="Remember the key"
      description={protectionText(protection, location.origin, "keys")}
      {...props}
    />
  );
}
