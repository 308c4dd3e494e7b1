/** A store whose code and data are loaded on demand. */
import { useEffect, useState } from "react";

/**
 * @param open loads the code; one function for all renderings. A failure (the server of the page no
 *   longer responds) is ignored, and the code is requested again when the component is shown again.
 * @param load loads the data, if it is not loaded with the code
 * @returns undefined until both are loaded
 */
export function useOnDemand<Store extends object>(
  open: () => Promise<Store>,
  load?: (store: Store) => Promise<void>,
): Store | undefined {
  const [opened, setOpened] = useState<Store>();
  useEffect(() => {
    let isMounted = true;
    void open().then(
      async (store) => {
        await load?.(store);
        if (isMounted) setOpened(store);
      },
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [open, load]);
  return opened;
}
