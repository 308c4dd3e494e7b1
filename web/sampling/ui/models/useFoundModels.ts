/** Finds the models of a provider, or of servers on this computer, when the user asks for them. */
import { useEffect, useRef, useState } from "react";
import type { Price } from "../../../../shared/models/price.ts";
import { useModelStores } from "../../hooks/useModelStores.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import type { Listing } from "../../store/runModel.ts";
import { presets } from "./presets.ts";

export interface LocalPlace {
  readonly name: string;
  readonly baseUrl: string;
}

/** Programs that offer the interface of OpenAI, at their usual ports. */
export const usualPlaces: readonly LocalPlace[] = [
  ...presets.flatMap(({ label, baseUrl }) =>
    baseUrl?.startsWith("http://localhost:") ? [{ name: label, baseUrl }] : [],
  ),
  { name: "llama.cpp", baseUrl: "http://localhost:8080/v1" },
  { name: "Jan", baseUrl: "http://localhost:1337/v1" },
  { name: "KoboldCpp", baseUrl: "http://localhost:5001/v1" },
];

/** What of a model is known before it is added. */
export type FoundModel = Pick<
  ConfiguredModel,
  "name" | "provider" | "model" | "baseUrl" | "route"
> & { readonly prices?: Price | undefined };

export type ModelSearch =
  | { readonly kind: "none" | "running" }
  | { readonly kind: "found"; readonly models: readonly FoundModel[] }
  | {
      readonly kind: "failed";
      readonly asked: FoundModel;
      readonly listing: Listing & { readonly kind: "failed" };
    };

/** Milliseconds that a server on this computer has to answer. */
const timeLimit = 3000;

/** Models of one list that can be shown. */
const maxListed = 1000;

/** Names of models that write no text come last. */
const otherKinds =
  /embed|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|rerank|sora|veo/i;

const none: ModelSearch = { kind: "none" };

/** @returns the newest search, and functions that begin one or forget it */
export function useFoundModels() {
  const { runner } = useModelStores();
  const [search, setSearch] = useState(none);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const begin = async (look: (signal: AbortSignal) => Promise<ModelSearch>) => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    setSearch({ kind: "running" });
    const found = await look(own.signal);
    if (control.current === own) setSearch(found);
  };
  const list = (asked: FoundModel, key: string, signal: AbortSignal) =>
    runner.list({ ...asked, id: "", isKeyStored: false }, { signal, key });

  return {
    search,
    forget() {
      control.current?.abort();
      control.current = undefined;
      setSearch(none);
    },
    /** @param asked without a name */
    find: (asked: FoundModel, key: string) =>
      begin(async (signal) => {
        const listing = await list(asked, key, signal);
        if (listing.kind === "failed") return { kind: "failed", asked, listing };
        return { kind: "found", models: named(asked, listing.models, (name) => name) };
      }),
    findLocal: (places: readonly LocalPlace[]) =>
      begin(async (signal) => {
        const lists = await Promise.all(
          places.map(async ({ name: place, baseUrl }) => {
            const asked = {
              name: "",
              provider: "openai",
              model: "",
              baseUrl,
              route: "direct",
            } as const;
            const limit = AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]);
            const listing = await list(asked, "", limit);
            if (listing.kind === "failed") return [];
            return named(asked, listing.models, (name) => `${name} (${place})`);
          }),
        );
        const own: FoundModel = {
          name: "Model of the browser",
          provider: "browser",
          model: "LanguageModel",
          route: "direct",
        };
        return {
          kind: "found",
          models: [...lists.flat(), ...(runner.hasBrowserModel() ? [own] : [])],
        };
      }),
  };
}

/** The models of a list, those that write text first. */
function named(
  asked: FoundModel,
  listed: readonly { readonly name: string; readonly prices?: Price | undefined }[],
  nameOf: (name: string) => string,
): readonly FoundModel[] {
  const byName = new Map(listed.slice(0, maxListed).map((one) => [one.name, one.prices]));
  const all = [...byName].map(([model, prices]) => ({
    ...asked,
    name: nameOf(model),
    model,
    prices,
  }));
  const isOther = ({ model }: FoundModel) => otherKinds.test(model);
  return [...all.filter((one) => !isOther(one)), ...all.filter(isOther)];
}
