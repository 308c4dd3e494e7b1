/** Base URLs of providers, and checks of what the user entered. */
import type { ModelSettings, ProviderKind } from "./model.ts";
import type { ModelFailure } from "./modelFailure.ts";

const defaultBaseUrls: Readonly<Record<Exclude<ProviderKind, "browser">, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com",
  google: "https://generativelanguage.googleapis.com",
};

/**
 * Whether a base URL belongs to OpenAI itself, rather than to a server with a compatible interface.
 */
export function isOpenAiService(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.hostname === "api.openai.com";
}

/** The base URL of a model, without a slash at the end. */
export function baseUrlOf({ provider, baseUrl }: Pick<ModelSettings, "provider" | "baseUrl">) {
  if (provider === "browser") return "";
  return (baseUrl || defaultBaseUrls[provider]).replace(/\/+$/, "");
}

/**
 * Checks whether a request can be sent with these settings.
 * @returns undefined if it can
 */
export function checkSettings(settings: ModelSettings): ModelFailure | undefined {
  if (settings.provider === "browser") return undefined;
  const text = baseUrlOf(settings);
  const url = URL.parse(text);
  const unusable = (why: string): ModelFailure => {
    // userinfo and query may hold secrets
    const shown = url ? `${url.origin}${url.pathname}` : "";
    return { code: "unusable-url", evidence: { url: shown, why } };
  };
  if (!url) return unusable("invalid");
  if (url.protocol !== "http:" && url.protocol !== "https:") return unusable("scheme");
  if (url.username || url.password) return unusable("userinfo");
  if (url.search || url.hash) return unusable("query");
  // a header takes no control characters and nothing beyond Latin-1
  if (settings.key && !/^[\x21-\x7e]+$/.test(settings.key)) {
    return { code: "unusable-key", evidence: {} };
  }
  return undefined;
}

/** The replacement of a key in a text. */
const maskText = "••••••••";

/** The forms in which a key occurs in texts: as it is, and escaped for URLs or JSON. */
export function keyForms(key: string | undefined): readonly string[] {
  if (!key) return [];
  return [...new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])];
}

/** Makes a function that masks a key in texts. */
export function createKeyMask(key: string | undefined): (text: string) => string {
  const forms = keyForms(key);
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, maskText), text);
}
