/** Where passing news appears: never the only place for anything that matters. */
import { Toaster as SonnerToaster } from "sonner";
import styles from "./Toaster.module.css";

/** Mount once; then call `toast` of sonner. */
export function Toaster() {
  return (
    <SonnerToaster
      position="bottom-right"
      containerAriaLabel="News"
      gap={8}
      offset={12}
      mobileOffset={{ bottom: 72, left: 8, right: 8 }}
      toastOptions={{
        unstyled: true,
        duration: 5000,
        classNames: {
          toast: styles.toast ?? "",
          title: styles.title ?? "",
          description: styles.description ?? "",
          actionButton: styles.action ?? "",
        },
      }}
    />
  );
}
