/** Failure components whose messages are loaded after the first screen. */
import { lazyComponent } from "../ui/lazyComponent.tsx";

/** {@link import("./FailureNotice.tsx").FailureNotice}, loaded on demand. */
export const FailureNotice = lazyComponent(
  async () => (await import("./FailureNotice.tsx")).FailureNotice,
);

/** {@link import("./FailureNotice.tsx").FailureTitle}, loaded on demand. */
export const FailureTitle = lazyComponent(
  async () => (await import("./FailureNotice.tsx")).FailureTitle,
);
