/** Says what a deprecated feature is, when it can be removed, and what to use instead. */
import { type DeprecatedFeature, deprecations } from "../protocol/deprecations.ts";

interface FeatureText {
  /** What the server does, as what follows “uses”. */
  readonly use: string;
  /** What to do instead, in the imperative; with a full stop. */
  readonly instead: string;
}

const texts: Readonly<Record<DeprecatedFeature, FeatureText>> = {
  roots: {
    use: "roots/list",
    instead:
      "Take directories and files as arguments of tools, as resource URIs, or from the server’s own configuration.",
  },
  sampling: {
    use: "sampling/createMessage",
    instead: "Call the interface of a model’s provider from the server.",
  },
  logging: {
    use: "the capability logging",
    instead: "Write logs to standard error over stdio, and use OpenTelemetry for the rest.",
  },
  "client-registration": {
    use: "dynamic client registration",
    instead: "Accept client ID metadata documents (client_id_metadata_document_supported).",
  },
  "include-context": {
    use: "includeContext",
    instead: "Leave it out, or send “none”.",
  },
  "http-sse": {
    use: "the HTTP+SSE transport",
    instead: "Offer Streamable HTTP.",
  },
};

/** The name of a feature, as what follows “uses”. */
export const deprecatedUse = (feature: DeprecatedFeature): string => texts[feature].use;

/** What to do instead of a feature. */
export const deprecatedInstead = (feature: DeprecatedFeature): string => texts[feature].instead;

/** Since when it is deprecated, and when it can be removed; without a full stop. */
export function deprecatedWhen(feature: DeprecatedFeature): string {
  const { since, removal } = deprecations[feature];
  const until =
    removal === undefined
      ? "it can be removed three months after the deprecation policy became final"
      : `it can be removed in the first revision on or after ${removal}`;
  return `deprecated since ${since}; ${until}`;
}
