/** Starts the page's workers under the one Trusted Types policy of the page. */

interface ScriptUrlPolicy {
  createScriptURL(url: string): URL;
}

/** @see https://w3c.github.io/trusted-types/dist/spec/#trusted-type-policy-factory */
interface TrustedTypes {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy;
}

/** The built files lie in one folder. */
const here = import.meta.url;
const folder = here.slice(0, here.lastIndexOf("/") + 1);
// the dev server has them in the folders of their sources
const root = import.meta.env.DEV ? `${new URL(here).origin}/` : folder;

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    const { href } = new URL(url, here);
    if (!href.startsWith(root)) throw new TypeError(`No script of this page: ${url}`);
    return href as unknown as URL;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** Browsers without Trusted Types take the address as it is. */
const policy = trustedTypes?.createPolicy("mcp-playground", rules) ?? rules;

/**
 * Starts a module worker.
 * @param url of the worker's file, as `?worker&url` gives it
 * @throws {TypeError} when it is no file of this page
 */
export function startWorker(url: string, options: Pick<WorkerOptions, "name"> = {}): Worker {
  return new Worker(policy.createScriptURL(url), { ...options, type: "module" });
}
