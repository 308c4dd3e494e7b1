/** The arguments of `tap`. */
import { Option } from "@commander-js/extra-typings";
import { isLoopbackAddress } from "../../../shared/core/text/addresses.ts";
import { knownClients } from "../../config/knownClients.ts";
import { CommandError } from "../exitCode.ts";
import { rewriteModes } from "../tap/rewriteMetadata.ts";
import type { ArgumentsOf, CommandLine } from "./commandContext.ts";
import { readPort } from "./optionGroups.ts";
import { isHttpUrl, readServer } from "./serverArguments.ts";

type Wanted = ArgumentsOf<typeof addTap>;
export type TapArguments = Extract<Wanted, { readonly kind: "tap" }>;
export type TapInstallArguments = Extract<Wanted, { readonly kind: "tap-install" }>;

/** The URL for traces below an endpoint, unless it is one already. */
function readOtlpEndpoint(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password !== "") {
    throw new CommandError(
      "--otlp-endpoint needs an http(s) URL without user and password, such as http://localhost:4318.",
    );
  }
  if (!url.pathname.endsWith("/v1/traces")) {
    url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  }
  return url.href;
}

export function addTap({ program, on }: CommandLine) {
  const command = program
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
    .addOption(
      new Option(
        "--public <relay>",
        "give the server an address at this relay, for hosted clients, after asking",
      ).argParser(readRelay),
    )
    .addOption(
      new Option(
        "--rewrite <what>",
        "what names the address of --public: the resource (default), an authorization server at the server's origin too, or nothing",
      ).choices(rewriteModes),
    )
    .addOption(
      new Option(
        "--authorization-server <url>",
        "give this authorization server an address too, with --public; metadata names it, as with --rewrite all",
      ).argParser(readIssuer),
    )
    .option("--yes", "agree to what --public asks")
    .option(
      "--cookies",
      "pass cookies on, with --http: they are those of every program at 127.0.0.1",
    )
    .option(
      "--watch [paths...]",
      "start the server anew behind its client when these files change, or on SIGHUP; the program's own files by default",
    )
    .addOption(
      new Option(
        "--otlp-endpoint <url>",
        "post a span for each request to this collector of OpenTelemetry; headers are read from OTEL_EXPORTER_OTLP_HEADERS",
      ).argParser(readOtlpEndpoint),
    )
    .option("--build <command>", "run this before each restart, with --watch")
    .addOption(
      new Option("--install <client>", "change the client's configuration, after asking").choices(
        knownClients,
      ),
    )
    .addOption(new Option("--uninstall <client>", "take the tap out again").choices(knownClients));
  return on(command, (options, context, word) => {
    const { name, http, cookies, build, install, uninstall, public: relay, yes, rewrite } = options;
    const { watch: given, authorizationServer: issuer } = options;
    // the URL may follow the paths
    const url = word ?? (Array.isArray(given) ? given.find(isHttpUrl) : undefined);
    const watch = Array.isArray(given) ? given.filter((path) => path !== url) : given;
    const client = install ?? uninstall;
    if (client) {
      if (url === undefined || context.command) {
        throw new CommandError(
          "Give the name of the server in the client's configuration: tap --install cursor notes.",
        );
      }
      return {
        kind: "tap-install" as const,
        client,
        server: url,
        isRemoval: install === undefined,
      };
    }
    if (!context.command && url === undefined) {
      throw new CommandError("Give the command of the server after --.");
    }
    // a server over HTTP that the tap starts has both
    const isStarted =
      (http !== undefined || relay) && url !== undefined && context.command !== undefined;
    const target = readServer(
      url,
      isStarted ? { ...context, command: undefined, variables: [] } : context,
    );
    const command = isStarted ? readServer(undefined, context) : undefined;
    if (relay && (http !== undefined || cookies)) {
      throw new CommandError(
        "--public has no --http and no --cookies: give the URL of the server, or its command after --.",
      );
    }
    if (relay && target.kind === "stdio" && watch !== undefined) {
      throw new CommandError("--watch with --public needs the URL of the server, and its command.");
    }
    if (rewrite !== undefined && !relay) {
      throw new CommandError("--rewrite is about the address of --public.");
    }
    if (issuer && !relay) {
      throw new CommandError("--authorization-server needs --public: it gets an address there.");
    }
    if (issuer && rewrite !== undefined && rewrite !== "all") {
      throw new CommandError("--authorization-server needs --rewrite all: metadata names it.");
    }
    if (issuer && target.kind === "http" && new URL(target.url).origin === issuer.origin) {
      throw new CommandError(
        "--authorization-server is for another server: --rewrite all is enough for one at the origin of the server.",
      );
    }
    if (yes && !relay) throw new CommandError("--yes agrees to what --public asks.");
    if (target.kind === "stdio" && http !== undefined) {
      throw new CommandError(
        "--http needs the URL of a server: tap --http 3001 --watch src http://127.0.0.1:3000/mcp -- node server.js",
      );
    }
    if (command && watch === undefined) {
      throw new CommandError("Add --watch, or start the server yourself and give its URL only.");
    }
    if (target.kind === "http" && http === undefined && !relay) {
      throw new CommandError(
        "Give the port at which the client reaches the tap: --http 3001; or a relay for hosted clients: --public.",
      );
    }
    if (target.kind === "http" && watch !== undefined && !command) {
      throw new CommandError("--watch needs the command of the server after --.");
    }
    if (build !== undefined && watch === undefined) {
      throw new CommandError("--build runs before a restart: add --watch.");
    }
    return {
      kind: "tap" as const,
      target,
      port: http ?? 0,
      name,
      otlp: options.otlpEndpoint,
      hasCookies: cookies === true,
      ...(relay
        ? {
            public: {
              relay,
              issuer,
              isAgreed: yes === true,
              rewrite: issuer ? ("all" as const) : rewrite,
            },
          }
        : {}),
      command: command?.kind === "stdio" ? command : undefined,
      watch: watch === undefined ? undefined : { paths: watch === true ? [] : watch, build },
    };
  });
}

/** @throws {CommandError} for what is not the address of an authorization server */
function readIssuer(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.username + url.password === "") {
    return new URL(url.origin);
  }
  throw new CommandError(
    "--authorization-server needs an http(s) URL without user and password, such as http://localhost:9000.",
  );
}

/** @throws {CommandError} for what is not the address of a relay */
function readRelay(text: string): URL {
  const url = URL.parse(text);
  const isSecure =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackAddress(url.hostname));
  if (url && isSecure && url.href === `${url.origin}/`) return url;
  throw new CommandError(
    "--public needs the https address of a relay, without a path: https://play.example.com",
  );
}
