/** Keeps the models that the user has configured to answer sampling requests; keys are kept elsewhere. */
import { createStore } from "zustand/vanilla";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { baseUrlOf, checkSettings } from "../../../shared/models/endpoint.ts";
import type { ModelSettings, ProviderKind } from "../../../shared/models/model.ts";
import type { Price } from "../../../shared/models/price.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";

/** A model as the user configured it. */
export interface ConfiguredModel extends Omit<ModelSettings, "key"> {
  readonly id: string;
  /** The name that the user gave it. */
  readonly name: string;
  /** Undefined where the user entered none: costs are unknown then. */
  readonly prices?: Price | undefined;
  /** How requests reach the provider. */
  readonly route: "direct" | "relay";
  /** Whether its key is stored, encrypted, on this device. */
  readonly isKeyStored: boolean;
}

interface ModelsState {
  /** In the user's order. */
  readonly models: readonly ConfiguredModel[];
}

export interface ModelsStore extends ReadableStore<ModelsState> {
  /** Adds a model at the end. */
  add(model: ConfiguredModel): void;
  /** Replaces the model of the same id. */
  change(model: ConfiguredModel): void;
  remove(id: string): void;
  /** @param to position in the list without the model, from 0 */
  move(id: string, to: number): void;
}

const storageKey = "mcp-playground.models";

export function createModelsStore(storage: TextStorage): ModelsStore {
  const stored = readJson(storage, storageKey);
  const store = createStore<ModelsState>(() => ({
    models: (Array.isArray(stored) ? stored : []).flatMap(readModel),
  }));
  const put = (models: readonly ConfiguredModel[]) => {
    store.setState({ models });
    writeJson(storage, storageKey, models);
  };
  const all = () => store.getState().models;
  return {
    ...toReadable(store),
    add: (model) => put([...all(), model]),
    change: (model) => put(all().map((other) => (other.id === model.id ? model : other))),
    remove: (id) => put(all().filter((model) => model.id !== id)),
    move(id, to) {
      const model = all().find((other) => other.id === id);
      if (!model) return;
      const others = all().filter((other) => other !== model);
      put(others.toSpliced(to, 0, model));
    },
  };
}

/** Where the key of a model is sent: the origin of its provider; empty if there is none. */
export function keyOriginOf(model: Pick<ConfiguredModel, "provider" | "baseUrl">): string {
  return URL.parse(baseUrlOf(model))?.origin ?? "";
}

const providers: readonly ProviderKind[] = ["openai", "anthropic", "google", "browser"];

/** Reads a stored model; other programs may have written at this origin. */
function readModel(value: unknown): readonly ConfiguredModel[] {
  const text = (key: string) => {
    const found = getOwn(value, key);
    return typeof found === "string" ? found : undefined;
  };
  const [id, name, model, baseUrl] = ["id", "name", "model", "baseUrl"].map(text);
  const provider = providers.find((one) => one === getOwn(value, "provider"));
  if (id === undefined || name === undefined || model === undefined || !provider) return [];
  const place = { provider, model, ...(baseUrl === undefined ? {} : { baseUrl }) };
  if (checkSettings(place)) return [];
  const prices = readPrices(getOwn(value, "prices"));
  return [
    {
      id,
      name: name.slice(0, 200),
      ...place,
      ...(prices ? { prices } : {}),
      route: getOwn(value, "route") === "relay" ? "relay" : "direct",
      isKeyStored: getOwn(value, "isKeyStored") === true,
    },
  ];
}

function readPrices(value: unknown): Price | undefined {
  const [input, output] = ["inputPerMillion", "outputPerMillion"].map((key) => getOwn(value, key));
  if (!isPrice(input) && !isPrice(output)) return undefined;
  return {
    ...(isPrice(input) && { inputPerMillion: input }),
    ...(isPrice(output) && { outputPerMillion: output }),
  };
}

function isPrice(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
