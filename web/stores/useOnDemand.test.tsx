// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { renderInTab } from "../component.fixture.tsx";
import { useOnDemand } from "./useOnDemand.ts";

test("code that cannot be loaded is no uncaught error, and is asked for again when it is shown again", async () => {
  const uncaught: unknown[] = [];
  const note = (reason: unknown) => void uncaught.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));

  let isServed = false;
  const open = async () => {
    if (!isServed) throw new TypeError("Failed to fetch dynamically imported module");
    return { name: "loaded" };
  };
  const Shown = () => <output>{useOnDemand(open)?.name ?? "nothing yet"}</output>;
  const { rerender } = renderInTab(<Shown />);
  // Node reports unhandled rejections once the microtasks are done
  await new Promise(setImmediate);
  expect(uncaught).toEqual([]);
  expect(screen.getByRole("status").textContent).toBe("nothing yet");

  isServed = true;
  rerender(<Shown key="again" />);
  expect(await screen.findByText("loaded")).toBeDefined();
});
