/** Gives the page of a journey models of a local server. */
import type { Page } from "@playwright/test";
import type { ModelFormat } from "./servers/modelFormats.ts";
import type { ModelServer } from "./servers/models.ts";

/** Configures a model of each provider at a server, from the next start of Chat on. */
export async function configureModels(
  page: Page,
  server: ModelServer,
  ...formats: readonly ModelFormat[]
) {
  const models = formats.map((provider) => ({
    id: provider,
    name: `My ${provider}`,
    provider,
    baseUrl: server.baseUrls[provider],
    model: "model-1",
  }));
  await page.evaluate(
    (text) => localStorage.setItem("mcp-playground.models", text),
    JSON.stringify(models),
  );
}
