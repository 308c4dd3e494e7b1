/** `tap --public`: a tap of a server over HTTP, or of a command, whose clients come through a relay. */
import { errorMessage } from "../../../../shared/core/text/errorMessage.ts";
import type { TapArguments } from "../../arguments/tapArguments.ts";
import { commandText } from "../../commandText.ts";
import { type ExitCode, exitCodes } from "../../exitCode.ts";
import type { Terminal } from "../../terminal.ts";
import { type HttpTap, tapHttp } from "../tapHttp.ts";
import { agreesToRelay } from "./publicTap.ts";

type PublicTap = Pick<TapArguments, "target" | "name" | "otlp" | "port" | "hasCookies"> &
  Pick<HttpTap, "started"> & { readonly public: NonNullable<TapArguments["public"]> };

/** @returns the exit code if the user does not agree; undefined while it is open */
export async function tapPublic(
  wanted: PublicTap,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const { target, port, otlp, hasCookies, started } = wanted;
  const { relay, issuer, isAgreed, rewrite } = wanted.public;
  const server = target.kind === "http" ? new URL(target.url).origin : commandText(target);
  const what = issuer ? `${server} and ${issuer.origin}` : server;
  if (!(await agreesToRelay({ relay, what, isAgreed }, terminal))) {
    terminal.printError("Nothing was opened.");
    return exitCodes.wrongUsage;
  }
  const tap = { port, otlp, hasCookies, relay, issuer, rewrite, started };
  if (target.kind === "http") {
    return tapHttp({ ...tap, name: wanted.name, url: new URL(target.url) }, terminal);
  }
  const { openStdioBridge } = await import("../../commands/stdioBridge.ts");
  try {
    const bridge = await openStdioBridge(target);
    const name = wanted.name ?? commandText(target);
    return tapHttp({ ...tap, name, url: new URL(bridge.url), onEnd: bridge.close }, terminal);
  } catch (error) {
    return terminal.fail(errorMessage(error), exitCodes.couldNotRun);
  }
}
