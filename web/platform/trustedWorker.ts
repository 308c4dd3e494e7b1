/** Starts workers under the Trusted Types policy of the page. */

interface ScriptUrlPolicy {
  createScriptURL(url: string): URL;
}

/** @see https://w3c.github.io/trusted-types/dist/spec/#trusted-type-policy-factory */
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

const moduleUrl = import.meta.url;
/** All built files are in one folder. */
const folder = moduleUrl.slice(0, moduleUrl.lastIndexOf("/") + 1);
// the dev server serves them from the source folders
const root = import.meta.env.DEV ? new URL("/", moduleUrl).href : folder;

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    const { href } = new URL(url, moduleUrl);
    if (!href.startsWith(root)) throw new TypeError(`Not a script of this page: ${url}`);
    return href as unknown as URL;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Browsers without Trusted Types accept the URL directly. */
const policy = trustedTypes?.createPolicy("mcp-playground", rules) ?? rules;

/**
 * Starts a module worker.
 * @param url URL of the worker's file, from an import with `?worker&url`
 * @throws {TypeError} when the file does not belong to this page
 */
export function startWorker(url: string, options: Pick<WorkerOptions, "name"> = {}): Worker {
  return new Worker(policy.createScriptURL(url), { ...options, type: "module" });
}
