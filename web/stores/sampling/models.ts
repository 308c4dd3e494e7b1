/** Keeps the models that the user has configured to answer sampling requests. */
import { createStore } from "zustand/vanilla";
import { type ReadableStore, toReadable } from "../readableStore.ts";

/** A model as the user configured it; its key is kept elsewhere. */
export interface ConfiguredModel {
  readonly id: string;
  /** What the user calls it. */
  readonly name: string;
}

export interface ModelsState {
  readonly models: readonly ConfiguredModel[];
}

export interface ModelsStore extends ReadableStore<ModelsState> {
  add(model: ConfiguredModel): void;
  remove(id: string): void;
}

export function createModelsStore(): ModelsStore {
  const store = createStore<ModelsState>(() => ({ models: [] }));
  return {
    ...toReadable(store),
    add: (model) => store.setState(({ models }) => ({ models: [...models, model] })),
    remove: (id) =>
      store.setState(({ models }) => ({ models: models.filter((model) => model.id !== id) })),
  };
}
