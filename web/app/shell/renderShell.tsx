/** Renders the empty page as static HTML; runs in Node when the page is built. */
import { renderToStaticMarkup } from "react-dom/server";
import { systemClock } from "../../../shared/core/clock.ts";
import { createSlots } from "../../../shared/transport/http/slots.ts";
import { createRelayAccess } from "../../relay/store/relayAccess.ts";
import { createRelaySessions } from "../../relay/store/relaySessions.ts";
import { App } from "../App.tsx";
import { createSingleKeys } from "../commands/singleKeys.ts";
import { createDensity } from "../layout/density.ts";
import { createLayout } from "../layout/layout.ts";
import { createTheme } from "../layout/theme.ts";
import { createStores } from "../stores/createStores.ts";

/** A storage of a first visit. */
const emptyStorage = { getItem: () => null, setItem() {}, removeItem() {} };

const base = "http://localhost/";

const element = () => ({ dataset: {} }) as unknown as HTMLElement;

/** @returns the shell's HTML: the start page in a wide window; its script adapts it to a small one */
export function renderShell(): string {
  Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
  const fetch = () => Promise.reject(new Error("Nothing is fetched while the page is built."));
  const newId = () => "";
  const relay = createRelayAccess({
    base,
    sessions: createRelaySessions({
      token: undefined,
      pageLoad: undefined,
      home: base,
      storage: emptyStorage,
      isFromElsewhere: false,
      fetch,
    }),
    storage: emptyStorage,
    fetch,
    clock: systemClock,
    permission: () => Promise.resolve("prompt"),
  });
  const stores = createStores({
    clock: systemClock,
    newId,
    subtle: undefined,
    fetch,
    serverFetch: fetch,
    storage: emptyStorage,
    tabStorage: emptyStorage,
    relay,
    relaySession: () => Promise.resolve(undefined),
    isRelayHalfNeeded: false,
    slots: createSlots(1),
    yieldToEventLoop: () => Promise.resolve(),
    base,
  });
  const html = renderToStaticMarkup(
    <App
      stores={stores}
      layout={createLayout(emptyStorage)}
      theme={createTheme({ storage: emptyStorage, root: element() })}
      density={createDensity({ storage: emptyStorage, root: element() })}
      singleKeys={createSingleKeys(emptyStorage)}
      base={base}
    />,
  );
  // the script that follows the user focuses the one that is shown
  return html.replaceAll(' autofocus=""', "");
}
