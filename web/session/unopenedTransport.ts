/** Stands where no way to a target could be made, so that the attempt is a connection like any other. */
import type { Target } from "../../shared/share/target.ts";
import type { Failure } from "../../shared/transport/failure.ts";
import type { Transport } from "../../shared/transport/transport.ts";

/** A transport that cannot be opened, and says why. */
export function unopenedTransport(target: Target, failure: Failure): Transport {
  return {
    kind: target.kind === "http" ? "streamable-http" : "stdio",
    abilities: { headers: "none", fidelity: "exact" },
    open: async () => failure,
    send() {
      throw new Error("This transport was never opened");
    },
    negotiated() {},
    listen() {},
    close: async () => {},
  };
}
