/** Reads the project's public addresses from package.json, the only place where they are written. */

export interface ProjectLinks {
  /** Where the page is published, with the documentation in `docs/` beside it. */
  readonly homepage?: string;
  /** The repository, as an address for people. */
  readonly repository?: string;
  /** Where problems are reported. */
  readonly bugs?: string;
}

/**
 * An address that the manifest does not have, or that is not of the web, is left out.
 * @param manifest the content of package.json
 */
export function readProjectLinks(manifest: object): ProjectLinks {
  const { homepage, repository, bugs } = manifest as Readonly<Record<string, unknown>>;
  const links = {
    homepage: webAddress(homepage),
    repository: webAddress(repositoryAddress(urlOf(repository))),
    bugs: webAddress(urlOf(bugs)),
  };
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== undefined));
}

/** npm takes a text or an object with the text. */
function urlOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "url" in value ? value.url : value;
}

/** @see https://docs.npmjs.com/cli/configuring-npm/package-json#repository */
function repositoryAddress(value: unknown): unknown {
  if (typeof value !== "string") return undefined;
  const [, short] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(value) ?? [];
  if (short !== undefined) return `https://github.com/${short}`;
  return value.replace(/^git\+/, "").replace(/\.git$/, "");
}

function webAddress(value: unknown): string | undefined {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}
