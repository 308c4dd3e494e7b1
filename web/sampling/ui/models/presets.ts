/** The providers of models, with their usual settings. */
import type { ProviderKind } from "../../../../shared/models/model.ts";
import type { ConfiguredModel } from "../../store/models.ts";

interface Preset {
  readonly id: string;
  readonly label: string;
  readonly provider: ProviderKind;
  /** Absent: the provider's own. */
  readonly baseUrl?: string;
  /** Shown in the empty field. */
  readonly modelExample: string;
  /** How its keys begin. */
  readonly keyPrefix?: string;
}

export const presets: readonly Preset[] = [
  { id: "openai", label: "OpenAI", provider: "openai", modelExample: "gpt-…" },
  {
    id: "anthropic",
    label: "Anthropic",
    provider: "anthropic",
    modelExample: "claude-…",
    keyPrefix: "sk-ant-",
  },
  {
    id: "google",
    label: "Google",
    provider: "google",
    modelExample: "gemini-…",
    keyPrefix: "AIza",
  },
  openAiCompatible("ollama", "Ollama", "http://localhost:11434/v1", "llama3.2"),
  openAiCompatible("lm-studio", "LM Studio", "http://localhost:1234/v1", "qwen3-8b"),
  openAiCompatible("vllm", "vLLM", "http://localhost:8000/v1", "Qwen/Qwen3-8B"),
  {
    ...openAiCompatible("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "vendor/model"),
    keyPrefix: "sk-or-",
  },
  openAiCompatible("other", "Other OpenAI-compatible", "", "model"),
  { id: "browser", label: "Browser", provider: "browser", modelExample: "" },
];

function openAiCompatible(id: string, label: string, baseUrl: string, modelExample: string) {
  return { id, label, provider: "openai", baseUrl, modelExample } as const;
}

/** The preset that is closest to a configured model. */
export function presetOf({ provider, baseUrl }: Pick<ConfiguredModel, "provider" | "baseUrl">) {
  const own = presets.filter((preset) => preset.provider === provider);
  const exact = own.find((preset) => preset.baseUrl === baseUrl);
  return exact ?? own.find(({ id }) => provider !== "openai" || id === "other");
}
