/** Defines an open transport and the session over it. */
import type { Transport } from "../../transport/transport.ts";
import type { Session } from "../session/session.ts";

export interface Channel {
  readonly transport: Transport;
  readonly session: Session;
}
