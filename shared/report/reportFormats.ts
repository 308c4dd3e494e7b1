/** Names the formats of reports, without the code that writes them. */

/** The formats besides text, which depends on where it is shown. */
export const reportFormats = ["json", "junit", "sarif", "markdown", "github", "badge"] as const;

export type ReportFormat = (typeof reportFormats)[number];
