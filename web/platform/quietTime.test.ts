import { expect, test, vi } from "vitest";
import { createQuietTime } from "./quietTime.ts";

test("work that can wait starts a second after the last disturbance", async () => {
  vi.useFakeTimers();
  try {
    const quiet = createQuietTime();
    let isQuiet = false;
    quiet.noteActivity();
    const waited = quiet.wait().then(() => {
      isQuiet = true;
    });
    await vi.advanceTimersByTimeAsync(900);
    quiet.noteActivity();
    await vi.advanceTimersByTimeAsync(900);
    expect(isQuiet).toBe(false);
    await vi.advanceTimersByTimeAsync(300);
    expect(isQuiet).toBe(true);
    await waited;
  } finally {
    vi.useRealTimers();
  }
});
