/** Connects to the server that runs inside the page. */
import { demoUrl } from "../../../shared/demo/demoUrl.ts";
import type { Stores } from "../../stores/stores.ts";

/** Contacts no other server, so nothing has to be confirmed. */
export function openDemo({ servers, connections }: Stores): void {
  servers.all.choose(demoUrl);
  connections.connector.connect();
}
