/** Stores how request and result share the workbench: beside or below each other, and their shares. */
import { createStore } from "zustand/vanilla";
import { isJsonObject } from "../../shared/core/json/jsonObject.ts";
import { type ReadableStore, toReadable } from "../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../platform/storedJson.ts";

/** `auto` places the result beside the request where there is room. */
type Arrangement = "auto" | "beside" | "below";

export type SplitSide = "beside" | "below";

interface WorkbenchLayoutState {
  readonly arrangement: Arrangement;
  /** The request's share of the room in percent; undefined until the user has moved the separator. */
  readonly shares: { readonly [Side in SplitSide]?: number };
}

export interface WorkbenchLayout extends ReadableStore<WorkbenchLayoutState> {
  arrange(arrangement: Arrangement): void;
  /** @param share of the request in percent */
  resize(side: SplitSide, share: number): void;
}

const key = "mcp-playground.workbench";

export function createWorkbenchLayout(storage: TextStorage): WorkbenchLayout {
  const store = createStore<WorkbenchLayoutState>(() => read(readJson(storage, key)));
  store.subscribe((state) => writeJson(storage, key, state));
  return {
    ...toReadable(store),
    arrange: (arrangement) => store.setState({ arrangement }),
    resize: (side, share) =>
      store.setState(({ shares }) => ({ shares: { ...shares, [side]: share } })),
  };
}

/** Invalid members are replaced by defaults. */
function read(kept: unknown): WorkbenchLayoutState {
  const { arrangement, shares } = isJsonObject(kept) ? kept : {};
  const { beside, below } = isJsonObject(shares) ? shares : {};
  return {
    arrangement: arrangement === "beside" || arrangement === "below" ? arrangement : "auto",
    shares: {
      ...(isShare(beside) && { beside }),
      ...(isShare(below) && { below }),
    },
  };
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < 100;
}
