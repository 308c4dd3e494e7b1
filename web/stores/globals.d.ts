/** The package's version, put in by the build. */
declare const __VERSION__: string;

/** Where the page's own Client ID Metadata Document is published, if that was known to the build. */
declare const __CLIENT_METADATA_URL__: string | undefined;
