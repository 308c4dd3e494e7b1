/** Performs a scenario's steps in the page, with real windows for consent. */
import { createRedirects } from "../../web/signIn/store/authorizationRedirects.ts";
import type { Job } from "./job.ts";
import { perform } from "./perform.ts";

/** @throws {Error} see {@link perform} */
export function performInPage(job: Job): Promise<void> {
  const visits = createRedirects({
    storage: sessionStorage,
    keep: async () => false,
    drop: async () => {},
    serverId: () => "",
    saveTab: async () => undefined,
    window,
  });
  return perform(job, {
    redirectUri: new URL("callback.html", location.href).href,
    visit(visit, signal) {
      const back = visits.begin(visit, signal);
      visits.open();
      return back;
    },
  });
}
