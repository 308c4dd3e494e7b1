import { expect, test } from "vitest";
import { createManualClock } from "../../../../shared/core/manualClock.fixture.ts";
import { createBuildLoop } from "./buildLoop.ts";

test("a build that changes what is watched runs a few times, one that is edited meanwhile goes on", () => {
  const clock = createManualClock();
  const loop = createBuildLoop(clock);
  const build = () => {
    const end = loop.begin();
    clock.advance(1000);
    end();
    clock.advance(200);
    return loop.isOwnChange();
  };
  expect(loop.isOwnChange()).toBe(false);
  const own = Array.from({ length: 6 }, build);
  expect(own).toEqual([false, false, false, false, false, true]);
  expect(loop.isOwnChange()).toBe(true);
  // somebody saves a file later
  clock.advance(2000);
  expect(loop.isOwnChange()).toBe(false);
  expect(build()).toBe(false);
});

test("files that are saved many times while one build runs are not its own", () => {
  const loop = createBuildLoop(createManualClock());
  loop.begin();
  for (let count = 0; count < 20; count++) expect(loop.isOwnChange()).toBe(false);
});
