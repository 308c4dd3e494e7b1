/** Serves only the built page, as a static host does. */
import { readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { listen } from "./listen.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** The headers that the built `_headers` names for every file. */
function builtHeaders(pageDir: string): Headers {
  const [everyFile = ""] = readFileSync(join(pageDir, "_headers"), "utf8").split("\n\n");
  const headers = [...everyFile.matchAll(/^ {2}([\w-]+): (.*)$/gm)];
  return new Headers(headers.map(([, name = "", value = ""]) => [name, value]));
}

/**
 * @param pageDir the built page
 * @param sendsHeaders whether the host supports `_headers`
 */
export async function startStaticHost(
  pageDir: string,
  { sendsHeaders }: { readonly sendsHeaders: boolean },
): Promise<{ readonly url: string; readonly port: number; close(): Promise<void> }> {
  const headers = sendsHeaders ? builtHeaders(pageDir) : new Headers();
  const { origin, answer, close } = await listen();
  answer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://host").pathname);
    const file = join(pageDir, path === "/" ? "index.html" : path);
    try {
      const bytes = readFileSync(file);
      response.setHeaders(headers);
      response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end("Not found");
    }
  });
  return { url: `${origin}/`, port: Number(new URL(origin).port), close };
}
