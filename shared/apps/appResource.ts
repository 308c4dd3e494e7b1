/** Reads the document of an app from the result of `resources/read`, with what it declares. */
import { fromBase64 } from "../core/base64.ts";
import { encodeText } from "../core/bytes.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, membersOf } from "../core/json/jsonObject.ts";
import { sameJson } from "../core/json/sameJson.ts";
import { appMimeType } from "../protocol/appExtension.ts";
import { type AppFinding, appFinding } from "./appFinding.ts";
import { isAppUri } from "./appTool.ts";
import { type DeclaredDomains, readDeclaredDomains } from "./declaredDomains.ts";
import { undeclaredSources } from "./externalSources.ts";

/** Features that an app may ask for, as in the attribute `allow` of a frame. */
export type AppPermission = "camera" | "microphone" | "geolocation" | "clipboard-write";

/** The members of `permissions`, by feature. */
export const permissionMembers: Readonly<Record<AppPermission, string>> = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "geolocation",
  "clipboard-write": "clipboardWrite",
};

const allPermissions = Object.keys(permissionMembers) as readonly AppPermission[];

/** What `_meta.ui` of a resource declares; invalid members are left out. */
export interface AppDeclaration {
  readonly csp?: DeclaredDomains;
  readonly permissions: readonly AppPermission[];
  readonly domain?: string;
  readonly prefersBorder?: boolean;
}

export interface AppDocument {
  readonly html: string;
  /** Size in bytes. */
  readonly bytes: number;
  readonly declared: AppDeclaration;
  /** `_meta.ui` of the content and of the entry in `resources/list`, as sent; the content's counts. */
  readonly onContent: unknown;
  readonly onList: unknown;
  /** The members that differ between both, if both are there. */
  readonly differs: readonly string[];
}

export type AppResource = { readonly findings: readonly AppFinding[] } & (
  | { readonly kind: "document"; readonly document: AppDocument }
  /** The last finding is the reason. */
  | { readonly kind: "unusable" }
);

/** Sizes of a document in bytes: from the first on it is worth a note, over the second it is refused. */
const largeBytes = 2 * 1024 * 1024;
const maximumBytes = 20 * 1024 * 1024;

/**
 * Reads the document of an app.
 * @param input.uri the URI that was read
 * @param input.result the result of `resources/read`
 * @param input.listed the entry of `resources/list`, if the server lists the resource
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#content-requirements
 */
export function readAppResource(input: {
  readonly uri: string;
  readonly result: unknown;
  readonly listed?: unknown;
}): AppResource {
  const { uri, result, listed } = input;
  const findings: AppFinding[] = [];
  const unusable = (finding: AppFinding): AppResource => {
    return { kind: "unusable", findings: [...findings, finding] };
  };
  if (!isAppUri(uri)) return unusable(appFinding("app-uri-not-ui", { uri }));
  const contents = getOwn(result, "contents");
  const list: readonly unknown[] = Array.isArray(contents) ? contents : [];
  const index = Math.max(
    0,
    list.findIndex((each) => getOwn(each, "uri") === uri),
  );
  const content = list[index];
  const pointer = `/contents/${index}`;
  const mimeType = getOwn(content, "mimeType");
  if (isJsonObject(content) && mimeType !== appMimeType) {
    const facts = { uri, mimeType: mimeType ?? null, expected: appMimeType };
    return unusable(appFinding("app-mime-type", facts, `${pointer}/mimeType`));
  }
  const html = htmlOf(content);
  if (typeof html !== "string") return unusable(appFinding(html.code, { uri }, pointer));
  const bytes = encodeText(html).byteLength;
  const size = { uri, bytes, limit: maximumBytes };
  if (bytes > maximumBytes) return unusable(appFinding("app-content-too-large", size, pointer));
  if (bytes > largeBytes) {
    findings.push(appFinding("app-content-large", { ...size, limit: largeBytes }, pointer));
  }
  if (!/<[a-z!]/i.test(html))
    findings.push(appFinding("app-content-without-html", { uri }, pointer));

  const onContent = getOwn(getOwn(content, "_meta"), "ui");
  const onList = getOwn(getOwn(listed, "_meta"), "ui");
  const differs =
    onContent === undefined || onList === undefined ? [] : different(onList, onContent);
  if (differs.length > 0) {
    const facts = { uri, members: differs.join(", ") };
    findings.push(appFinding("app-metadata-differs", facts, `${pointer}/_meta/ui`));
  }
  const read = readDeclaration(onContent ?? onList, `${pointer}/_meta/ui`);
  findings.push(...read.findings);
  const undeclared = undeclaredSources(html, read.declared.csp?.resourceDomains ?? []);
  findings.push(
    ...undeclared.map((source) =>
      appFinding("app-external-undeclared", { uri, ...source }, pointer),
    ),
  );
  const { declared } = read;
  return {
    kind: "document",
    document: { html, bytes, declared, onContent, onList, differs },
    findings,
  };
}

type ContentProblem =
  | "app-content-missing"
  | "app-content-not-base64"
  | "app-content-not-utf8"
  | "app-content-too-large";

function htmlOf(content: unknown): string | { readonly code: ContentProblem } {
  const { text, blob } = membersOf(content);
  if (typeof text === "string") return text;
  if (typeof blob !== "string") return { code: "app-content-missing" };
  if (blob.length > 2 * maximumBytes) return { code: "app-content-too-large" };
  const bytes = fromBase64(blob);
  if (!bytes) return { code: "app-content-not-base64" };
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { code: "app-content-not-utf8" };
  }
}

/** The members of either object whose values differ. */
function different(one: unknown, other: unknown): string[] {
  const names = new Set([...Object.keys(membersOf(one)), ...Object.keys(membersOf(other))]);
  return [...names].filter((name) => !sameJson(getOwn(one, name), getOwn(other, name)));
}

/** Reads `_meta.ui` of a resource; members of wrong types are left out, each with a finding. */
function readDeclaration(
  ui: unknown,
  pointer: string,
): { readonly declared: AppDeclaration; readonly findings: readonly AppFinding[] } {
  const findings: AppFinding[] = [];
  const expect = (expected: string, at: string) =>
    findings.push(appFinding("app-metadata-type", { expected }, at));
  if (ui !== undefined && !isJsonObject(ui)) expect("object", pointer);
  const { csp, permissions, domain, prefersBorder } = membersOf(ui);
  const { domains, findings: ofDomains } = readDeclaredDomains(csp, `${pointer}/csp`);
  findings.push(...ofDomains);
  if (permissions !== undefined && !isJsonObject(permissions)) {
    expect("object", `${pointer}/permissions`);
  }
  const asked = allPermissions.filter((feature) => {
    const name = permissionMembers[feature];
    const value = getOwn(permissions, name);
    if (value === undefined || isJsonObject(value)) return value !== undefined;
    expect("object", `${pointer}/permissions/${name}`);
    return false;
  });
  if (typeof domain === "string") {
    findings.push(appFinding("app-dedicated-domain", { domain }, `${pointer}/domain`));
  } else if (domain !== undefined) expect("string", `${pointer}/domain`);
  if (prefersBorder !== undefined && typeof prefersBorder !== "boolean") {
    expect("boolean", `${pointer}/prefersBorder`);
  }
  return {
    declared: {
      ...(domains && { csp: domains }),
      permissions: asked,
      ...(typeof domain === "string" && { domain }),
      ...(typeof prefersBorder === "boolean" && { prefersBorder }),
    },
    findings,
  };
}
