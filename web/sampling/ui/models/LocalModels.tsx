/** Finds models of servers on this computer, and of the browser, when the user asks for it. */
import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import { useModelStores } from "../../hooks/useModelStores.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import styles from "./Models.module.css";
import { presets } from "./presets.ts";

interface LocalPlace {
  readonly name: string;
  readonly baseUrl: string;
}

/** Programs that offer the interface of OpenAI, at their usual ports. */
const usualPlaces: readonly LocalPlace[] = [
  ...presets.flatMap(({ label, baseUrl }) =>
    baseUrl?.startsWith("http://localhost:") ? [{ name: label, baseUrl }] : [],
  ),
  { name: "llama.cpp", baseUrl: "http://localhost:8080/v1" },
  { name: "Jan", baseUrl: "http://localhost:1337/v1" },
  { name: "KoboldCpp", baseUrl: "http://localhost:5001/v1" },
];

/** Milliseconds that a server has to answer. */
const timeLimit = 3000;

/** Models of one server that are listed. */
const maxListed = 50;

type LocalModel = Pick<ConfiguredModel, "name" | "provider" | "model"> & {
  readonly baseUrl?: string;
};

/** @param props.places where servers are looked for */
export function LocalModels({ places = usualPlaces }: { readonly places?: readonly LocalPlace[] }) {
  const { newId } = useStores();
  const { models: store, runner } = useModelStores();
  const { models } = useStore(store);
  const [found, setFound] = useState<readonly LocalModel[]>();
  const [isLooking, setLooking] = useState(false);
  const modelOf = (one: LocalModel): ConfiguredModel => ({
    ...one,
    id: newId(),
    route: "direct",
    isKeyStored: false,
  });
  const look = async () => {
    setLooking(true);
    const lists = await Promise.all(
      places.map(async ({ name, baseUrl }) => {
        const asked = { name, provider: "openai", model: "", baseUrl } as const;
        const signal = AbortSignal.timeout(timeLimit);
        const list = await runner.list(modelOf(asked), { signal });
        const names = list.kind === "listed" ? list.models.slice(0, maxListed) : [];
        return names.map((model) => ({ ...asked, name: `${model} (${name})`, model }));
      }),
    );
    const own = { name: "Model of the browser", provider: "browser", model: "" } as const;
    setFound([...lists.flat(), ...(runner.hasBrowserModel() ? [own] : [])]);
    setLooking(false);
  };
  const isAdded = (one: LocalModel) =>
    models.some(
      ({ provider, model, baseUrl }) =>
        provider === one.provider && model === one.model && baseUrl === one.baseUrl,
    );
  return (
    <Stack>
      <Row wraps>
        <Button icon={Search} isBusy={isLooking} onPress={() => void look()}>
          Find local models
        </Button>
      </Row>
      <div role="status" className={styles.looked}>
        {found?.length === 0 && (
          <Text as="p" size="small" tone="muted">
            No server answered at the usual ports ({places.map(({ name }) => name).join(", ")}). It
            must allow requests of {location.origin}; for Ollama, start it with OLLAMA_ORIGINS=
            {location.origin}.
          </Text>
        )}
      </div>
      {found && found.length > 0 && (
        <ul aria-label="Local models" className={styles.found}>
          {found.map((one) => (
            <Row as="li" key={one.name}>
              <Button
                size="small"
                variant="quiet"
                icon={Plus}
                aria-label={`Add ${one.name}`}
                isDisabled={isAdded(one)}
                onPress={() => store.add(modelOf(one))}
              >
                {one.name}
              </Button>
            </Row>
          ))}
        </ul>
      )}
    </Stack>
  );
}
