// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { flushSync } from "react-dom";
import { expect, test } from "vitest";
import { createTab } from "../../app/stores/tab.fixture.ts";
import { renderInTab } from "../../component.fixture.tsx";
import { useDrawnSelection } from "./useDrawnSelection.ts";

function Drawn() {
  return <output>{useDrawnSelection()?.name ?? "nothing"}</output>;
}

test("a selected item is drawn after what shows the selection, one that takes the focus with it", async () => {
  const tab = createTab();
  const { view } = tab.stores;
  renderInTab(<Drawn />, tab);
  const drawn = () => screen.getByRole("status").textContent;
  const select = (name: string) => view.openItem({ kind: "tool", name });
  expect(drawn()).toBe("nothing");
  flushSync(() => select("one"));
  expect(drawn()).toBe("nothing");
  await waitFor(() => expect(drawn()).toBe("one"));
  flushSync(() => {
    select("two");
    view.focusItem();
  });
  expect(drawn()).toBe("two");
  flushSync(() => view.tookFocus());
  expect(drawn()).toBe("two");
  flushSync(() => select("three"));
  expect(drawn()).not.toBe("three");
  await waitFor(() => expect(drawn()).toBe("three"));
});
