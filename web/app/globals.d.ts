/** The package's version, set by the build. */
declare const __VERSION__: string;

/** The address of `homepage` in package.json, if it has one. */
declare const __HOMEPAGE__: string | undefined;

/** The URL of the page's own Client ID Metadata Document, if the build knew it. */
declare const __CLIENT_METADATA_URL__: string | undefined;
