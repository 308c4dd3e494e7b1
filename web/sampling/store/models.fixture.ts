/** Configured models of the test server. */

import type { ModelFormat } from "../../../e2e/servers/modelFormats.ts";
import type { ModelServer } from "../../../e2e/servers/models.ts";
import type { ConfiguredModel } from "./models.ts";

/** A model at the test server; its id is that of the interface. */
export function configuredAt(
  server: Pick<ModelServer, "baseUrls">,
  provider: ModelFormat,
  more: Partial<ConfiguredModel> = {},
): ConfiguredModel {
  return {
    id: provider,
    name: `My ${provider}`,
    provider,
    baseUrl: server.baseUrls[provider],
    model: "model-1",
    route: "direct",
    isKeyStored: false,
    ...more,
  };
}

/** A request with one message. */
export const question = {
  messages: [{ role: "user", content: { type: "text", text: "Say something kind" } }],
  maxTokens: 50,
} as const;
