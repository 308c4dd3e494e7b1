/** Reads a `curl` command: its URL and headers. */
import { basicAuthorization } from "../../core/text/basicAuth.ts";
import { headersOf, isProblem, type KnownOptions, readOptions } from "./options.ts";
import { type Paste, refused } from "./paste.ts";
import { serversOf } from "./pastedServer.ts";

const program = "curl";

/** @see https://curl.se/docs/manpage.html */
const options: KnownOptions = {
  "--request": "value",
  "--header": "value",
  "--data": "value",
  "--data-raw": "value",
  "--data-binary": "value",
  "--data-ascii": "value",
  "--data-urlencode": "value",
  "--json": "value",
  "--user": "value",
  "--oauth2-bearer": "value",
  "--url": "value",
  "--user-agent": "value",
  "--referer": "value",
  "--cookie": "value",
  "--output": "value",
  "--write-out": "value",
  "--max-time": "value",
  "--connect-timeout": "value",
  "--cacert": "value",
  "--retry": "value",
  "--silent": "flag",
  "--show-error": "flag",
  "--no-buffer": "flag",
  "--include": "flag",
  "--insecure": "flag",
  "--location": "flag",
  "--verbose": "flag",
  "--compressed": "flag",
  "--fail": "flag",
  "--fail-with-body": "flag",
  "--globoff": "flag",
  "--get": "flag",
  "--head": "flag",
  "--http1.1": "flag",
  "--http2": "flag",
};

const aliases = {
  "-X": "--request",
  "-H": "--header",
  "-d": "--data",
  "-u": "--user",
  "-A": "--user-agent",
  "-e": "--referer",
  "-b": "--cookie",
  "-o": "--output",
  "-w": "--write-out",
  "-m": "--max-time",
  "-s": "--silent",
  "-S": "--show-error",
  "-N": "--no-buffer",
  "-i": "--include",
  "-k": "--insecure",
  "-L": "--location",
  "-v": "--verbose",
  "-f": "--fail",
  "-g": "--globoff",
  "-G": "--get",
  "-I": "--head",
};

/** Headers that the transport writes itself, or that a browser does not let a page set. */
const own =
  /^(accept|content-type|content-length|host|connection|user-agent|mcp-protocol-version|mcp-session-id|mcp-method|mcp-name|last-event-id)$/i;

/** @param words after the program */
export function readCurl(words: readonly string[]): Paste {
  const read = readOptions(words.flatMap(separated), { program, options, aliases, isGlued: true });
  if (isProblem(read)) return refused(read);
  const [url] = [...(read.values.get("--url") ?? []), ...read.rest, ...(read.after ?? [])];
  if (url === undefined || !isHttp(url)) return refused({ code: "no-url", program });
  const written = headersOf(read.values.get("--header"));
  const headers = Object.fromEntries(Object.entries(written).filter(([name]) => !own.test(name)));
  const user = read.values.get("--user")?.at(-1);
  const token = read.values.get("--oauth2-bearer")?.at(-1);
  const authorization =
    token !== undefined ? `Bearer ${token}` : user !== undefined ? basicAuthorization(user) : "";
  return serversOf("curl", [
    {
      name: "curl",
      url: /^https?:/i.test(url) ? url : `http://${url}`,
      headers: { ...headers, ...(authorization === "" ? {} : { Authorization: authorization }) },
    },
  ]);
}

/** Short flags written together, such as `-sSN`. */
function separated(word: string): string[] {
  const letters = /^-([A-Za-z]{2,12})$/.exec(word)?.[1];
  const names = letters?.split("").map((letter) => `-${letter}`) ?? [];
  const areFlags = names.every((name) => {
    const long = Object.hasOwn(aliases, name) ? aliases[name as keyof typeof aliases] : "";
    return options[long] === "flag";
  });
  return names.length > 0 && areFlags ? names : [word];
}

function isHttp(url: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return /^https?:\/\//i.test(url) && URL.canParse(url);
  return URL.canParse(`http://${url}`);
}
