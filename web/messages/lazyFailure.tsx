/** The title of a failure, whose messages are loaded after the first screen. */
import { lazyComponent } from "../ui/lazyComponent.tsx";

export const FailureTitle = lazyComponent(
  async () => (await import("./FailureNotice.tsx")).FailureTitle,
  { preload: "idle" },
);
