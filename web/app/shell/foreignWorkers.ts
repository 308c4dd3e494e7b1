/** Refuses to run in a document that a service worker of another program controls. */

/** The browser APIs that are used. */
interface WorkerScope {
  /** Of the document. */
  readonly hostname: string;
  /** Undefined where the browser has no service workers. */
  readonly workers:
    | Pick<ServiceWorkerContainer, "controller" | "getRegistrations" | "addEventListener">
    | undefined;
  /** The tab's session storage; may throw where the browser blocks storage. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Loads the page again, with its fragment. */
  readonly loadAgain: () => void;
  /** Shows the user why the page does not run. */
  readonly refuse: (reason: string) => void;
}

/**
 * The hosts of a local relay's page; other origins may have service workers of their own.
 * @see ../../shared/relay/page/pageHost.ts, which this inlined script cannot share with the page's code
 */
const localPage = /^(mcp-[a-z2-7]{16}\.localhost|127\.0\.0\.1)$/;

/** Set while the page is loaded again, which helps once or not at all. */
const key = "mcp-playground.worker-removed";

const reason =
  "Another program that used this port before has left a service worker in your browser. It was removed. Close all tabs of this address, then open a new link from the relay's terminal.";

/**
 * Unregisters the service workers of this origin: the page has none. A worker that controls the
 * document could replace the page's code, so it is removed before any of that is loaded.
 * @returns whether the page's code may run
 */
export function removeForeignWorkers(scope: WorkerScope): boolean {
  const { hostname, workers, storage, loadAgain, refuse } = scope;
  if (!workers || !localPage.test(hostname)) return true;
  const remove = async () => {
    const registrations = await workers.getRegistrations();
    await Promise.all(registrations.map((registration) => registration.unregister()));
  };
  const leave = async () => {
    try {
      await remove();
      if (storage().getItem(key) !== null) return refuse(reason);
      storage().setItem(key, "yes");
      loadAgain();
    } catch {
      refuse(reason);
    }
  };
  const isFree = workers.controller === null;
  if (isFree) {
    // Without storage, browsers reject this, and have no workers.
    void remove()
      .then(() => storage().removeItem(key))
      .catch(() => {});
    workers.addEventListener("controllerchange", () => void leave(), { once: true });
  } else void leave();
  return isFree;
}
