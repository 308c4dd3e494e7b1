/** The words for failures, which the first screen can do without. */
import { lazyComponent } from "../ui/lazyComponent.tsx";

/** {@link import("./FailureNotice.tsx").FailureNotice}, once its words are there. */
export const FailureNotice = lazyComponent(
  async () => (await import("./FailureNotice.tsx")).FailureNotice,
);

/** {@link import("./FailureTitle.tsx").FailureTitle}, once its words are there. */
export const FailureTitle = lazyComponent(
  async () => (await import("./FailureTitle.tsx")).FailureTitle,
);
