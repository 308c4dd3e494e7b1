/** Describes the demo server at each revision of the legacy era: capabilities, server info. */
import type { JsonObject } from "../core/json/jsonObject.ts";
import { serverInfo } from "./demoMethods.ts";

/** The server capabilities that the revision defines. */
export function capabilitiesAt(revision: string): JsonObject {
  const tasks = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
  return {
    tools: { listChanged: true },
    resources: { subscribe: true },
    prompts: {},
    logging: {},
    ...(revision < "2025-03-26" ? {} : { completions: {} }),
    ...(revision < "2025-11-25" ? {} : { tasks }),
  };
}

/** The server info with the members that the revision defines. */
export function infoAt(revision: string): JsonObject {
  const { title, icons, websiteUrl, description, ...info } = serverInfo;
  if (revision < "2025-06-18") return info;
  const titled = { ...info, title };
  return revision < "2025-11-25" ? titled : { ...titled, icons, websiteUrl, description };
}
