/** The arguments of `tap`. */
import { type Command, Option } from "commander";
import { knownClients } from "../../config/knownClients.ts";
import { readPort } from "../flags.ts";
import type { Arguments } from "./commandArguments.ts";
import type { CommandContext, SetCommand } from "./commandContext.ts";
import { readServer } from "./serverArguments.ts";

export function addTap(program: Command, setCommand: SetCommand): void {
  program
    .command("tap")
    .description("stand between a client and its server: pass everything on, and record it")
    .usage("[options] <url | server | -- command args…>")
    .argument("[url]", "the server's address, with --http; its name, with --install")
    .option("--name <name>", "what the tap is called in the page and in its recordings")
    .addOption(
      new Option(
        "--http <port>",
        "listen at this port of the loopback address; 0 for any",
      ).argParser(readPort),
    )
    .option(
      "--cookies",
      "pass cookies on, with --http: they are those of every program at 127.0.0.1",
    )
    .addOption(
      new Option("--install <client>", "change the client's configuration, after asking").choices(
        knownClients,
      ),
    )
    .addOption(new Option("--uninstall <client>", "take the tap out again").choices(knownClients))
    .action((url: string | undefined, options) =>
      setCommand("tap", (context) => readTap(url, options, context)),
    );
}

function readTap(
  url: string | undefined,
  { name, http, cookies, install, uninstall }: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Arguments | string {
  const client = knownClients.find((known) => known === (install ?? uninstall));
  if (client) {
    if (url === undefined || context.command) {
      return "Give the name of the server in the client's configuration: tap --install cursor notes.";
    }
    return { kind: "tap-install", client, server: url, isRemoval: install === undefined };
  }
  if (!context.command && url === undefined) return "Give the command of the server after --.";
  const target = readServer(url, context);
  if (typeof target === "string") return target;
  if (target.kind === "stdio" && http !== undefined) return "--http needs the URL of a server.";
  if (target.kind === "http" && http === undefined) {
    return "Give the port at which the client reaches the tap: --http 3001.";
  }
  return {
    kind: "tap",
    target,
    port: typeof http === "number" ? http : 0,
    name: typeof name === "string" ? name : undefined,
    hasCookies: cookies === true,
  };
}
