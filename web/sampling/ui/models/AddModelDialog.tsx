/** The dialog that adds models, from wherever one is wanted: the user returns there with the new one chosen. */
import { useId, useState } from "react";
import { useStore } from "zustand";
import { checkSettings } from "../../../../shared/models/endpoint.ts";
import type { Price } from "../../../../shared/models/price.ts";
import { formatCount } from "../../../messages/quantities.ts";
import { useStores, useView } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/fields/Checkbox.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { SearchField } from "../../../ui/fields/SearchField.tsx";
import { SecretArea } from "../../../ui/fields/SecretArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../../ui/primitives/Text.tsx";
import { messageArea } from "../../../ui/submitArea.ts";
import type { WantedModel } from "../../../view/viewStore.ts";
import { useModelStores } from "../../hooks/useModelStores.ts";
import { baseUrlProblem } from "../../messages/modelMessages.ts";
import { type ConfiguredModel, keyOriginOf } from "../../store/models.ts";
import { ModelFailureNotice } from "../generate/ModelFailureNotice.tsx";
import styles from "./Models.module.css";
import { presets } from "./presets.ts";
import { RememberKey } from "./RememberKey.tsx";
import {
  type FoundModel,
  type LocalPlace,
  type ModelSearch,
  useFoundModels,
  usualPlaces,
} from "./useFoundModels.ts";

interface AddModelDialogProps {
  /** Where servers are looked for on this computer. */
  readonly places?: readonly LocalPlace[];
}

export function AddModelDialog({ places = usualPlaces }: AddModelDialogProps) {
  const wanted = useView((state) => state.wantedModel);
  return wanted && <AddModel wanted={wanted} places={places} />;
}

/** Where the models are: at a provider, on this computer, or at an address. */
const choices = [
  ...["openai", "anthropic", "google", "openrouter"].map((id) => ({
    id,
    label: presets.find((preset) => preset.id === id)?.label ?? id,
  })),
  { id: "local", label: "On this machine" },
  { id: "other", label: "Other address" },
];

/** Characters that are entered at once by pasting only: a key that is complete is used at once. */
const pasted = 8;

function AddModel({
  wanted,
  places,
}: { readonly wanted: WantedModel } & Required<AddModelDialogProps>) {
  const { view, newId } = useStores();
  const { models, keys } = useModelStores();
  const known = useStore(models).models;
  const [choiceId, setChoiceId] = useState("openai");
  const [address, setAddress] = useState("");
  const [key, setKey] = useState("");
  const [isRemembered, setRemembered] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [typed, setTyped] = useState("");
  /** The models to add, in the order in which they were ticked; undefined before the user ticked any. */
  const [ticked, setTicked] = useState<readonly FoundModel[]>();
  const { search, find, findLocal, forget } = useFoundModels();
  const isLocal = choiceId === "local";
  const asked = askedOf(choiceId, address.trim());
  const failure = checkSettings({ ...asked, key: key.trim() });
  const isReady = !failure && (choiceId !== "other" || address.trim() !== "");
  const isAdded = (one: FoundModel) =>
    known.some(
      ({ provider, model, baseUrl }) =>
        provider === one.provider && model === one.model && baseUrl === one.baseUrl,
    );
  const first = search.kind === "found" ? search.models.find((one) => !isAdded(one)) : undefined;
  const written = typed.trim();
  const listed = ticked ?? (first && written === "" ? [first] : []);
  const chosen = [
    ...(written === "" ? [] : [{ ...asked, name: written, model: written }]),
    ...listed,
  ];

  const reset = () => {
    setTicked(undefined);
    setTyped("");
    forget();
  };
  const look = (from: FoundModel = asked, withKey = key) => {
    setTicked(undefined);
    if (isReady || from !== asked) void find(from, withKey.trim());
  };
  const choose = (id: string) => {
    setChoiceId(id);
    reset();
    // pressing it asks for them
    if (id === "local") void findLocal(places);
  };
  const enterKey = (next: string) => {
    setKey(next);
    reset();
    if (next.length - key.length < pasted) return;
    // a key of another provider must not be sent to the one that is chosen by default
    const owner = presets.find(({ keyPrefix }) => keyPrefix && next.trim().startsWith(keyPrefix));
    const id = choiceId === "other" ? choiceId : (owner?.id ?? choiceId);
    setChoiceId(id);
    const from = askedOf(id, address.trim());
    if (!checkSettings({ ...from, key: next.trim() })) look(from, next);
  };
  const add = async () => {
    setAdding(true);
    const ids: string[] = [];
    for (const one of chosen) {
      const { prices, ...rest } = one;
      const model: ConfiguredModel = {
        ...rest,
        ...(prices && { prices }),
        id: newId(),
        isKeyStored: false,
      };
      const isKeyStored = await keys.update(
        undefined,
        model,
        isLocal ? "" : key.trim(),
        isRemembered,
      );
      models.add({ ...model, isKeyStored });
      ids.push(model.id);
    }
    view.addModel(undefined);
    wanted.onAdded(ids);
  };
  const close = () => view.addModel(undefined);
  return (
    <Dialog
      title="Add a model"
      isOpen
      onOpenChange={close}
      footer={
        <>
          <Text as="p" size="small" tone="muted" className={styles.chosen}>
            {chosen.length > 1 && `${formatCount(chosen.length, "model")} · `}
            {chosen[0] && wanted.place !== undefined && `chosen: ${chosen[0].name}`}
          </Text>
          <Button onPress={close}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={chosen.length === 0}
            isBusy={isAdding}
            onPress={() => void add()}
          >
            {wanted.place === undefined ? "Add" : `Add and return to ${wanted.place}`}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        <RadioGroup
          label="Provider"
          look="chips"
          choices={choices}
          value={choiceId}
          onChange={choose}
        />
        {!isLocal && (
          <div {...messageArea(() => look())}>
            <Stack gap={3}>
              {choiceId === "other" && (
                <TextField
                  label="Base URL"
                  description="Of an interface like OpenAI's."
                  isMono
                  inputMode="url"
                  placeholder="http://localhost:8000/v1"
                  value={address}
                  onChange={(next) => {
                    setAddress(next);
                    reset();
                  }}
                  errorMessage={address.trim() === "" ? undefined : baseUrlProblem(failure)}
                />
              )}
              <SecretArea
                label="Key"
                description={keyDescription(asked)}
                isMono
                rows={1}
                value={key}
                onChange={enterKey}
                errorMessage={
                  failure?.code === "unusable-key"
                    ? "A key has no spaces, line breaks or characters beyond ASCII."
                    : undefined
                }
              />
              <Row wraps>
                <Button
                  isDisabled={!isReady}
                  isBusy={search.kind === "running"}
                  onPress={() => look()}
                >
                  Find models
                </Button>
                <RememberKey isSelected={isRemembered} onChange={setRemembered} />
              </Row>
            </Stack>
          </div>
        )}
        <Found
          search={search}
          places={places}
          ticked={listed}
          isAdded={isAdded}
          onTick={setTicked}
          onRelay={(model) => look({ ...model, route: "relay" })}
        />
        {search.kind !== "none" && search.kind !== "running" && !isLocal && (
          <TextField
            label="Model that is not listed"
            isMono
            placeholder={presets.find(({ id }) => id === choiceId)?.modelExample ?? ""}
            value={typed}
            onChange={setTyped}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** A provider, or an address, without a model. */
function askedOf(choiceId: string, address: string): FoundModel {
  const preset = presets.find(({ id }) => id === choiceId);
  const baseUrl = choiceId === "other" ? address : preset?.baseUrl;
  return {
    name: "",
    provider: preset?.provider ?? "openai",
    model: "",
    route: "direct",
    ...(baseUrl !== undefined && { baseUrl }),
  };
}

function keyDescription(asked: FoundModel): string {
  const host = URL.parse(keyOriginOf(asked))?.host;
  const where = host ? `goes to ${host} only` : "goes to that address only";
  return `Stays in this browser and ${where}. Never in a link or a recording.`;
}

interface FoundProps {
  readonly search: ModelSearch;
  readonly places: readonly LocalPlace[];
  readonly ticked: readonly FoundModel[];
  readonly isAdded: (model: FoundModel) => boolean;
  readonly onTick: (models: readonly FoundModel[]) => void;
  /** Asks again through the relay. */
  readonly onRelay: (model: FoundModel) => void;
}

/** Models that are drawn; others are found by their names. */
const maxShown = 60;

function Found({ search, places, ticked, isAdded, onTick, onRelay }: FoundProps) {
  const headingId = useId();
  const [query, setQuery] = useState("");
  const found = search.kind === "found" ? search.models : [];
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = found.filter(({ name }) =>
    words.every((word) => name.toLowerCase().includes(word)),
  );
  const hasPrices = found.some(({ prices }) => prices);
  return (
    <section aria-labelledby={headingId}>
      <Stack gap={1}>
        <Row>
          <Heading level={3} size="meta" id={headingId}>
            Models found
          </Heading>
          <Text size="small" tone="muted">
            <span role="status">
              {search.kind === "running" && "Looking …"}
              {search.kind === "found" && found.length.toLocaleString("en")}
            </span>
            {hasPrices && " · price of a million tokens, in / out"}
          </Text>
        </Row>
        {found.length > 8 && (
          <SearchField label="Filter models" value={query} onChange={setQuery} />
        )}
        <div className={styles.found}>
          {search.kind === "none" && (
            <Text size="small" tone="muted">
              They are listed here once a key is pasted, or Find models is pressed.
            </Text>
          )}
          {search.kind === "failed" && (
            <ModelFailureNotice
              model={{ ...search.asked, id: "", isKeyStored: false }}
              end={search.listing}
              failure={search.listing.failure}
              onRelay={() => onRelay(search.asked)}
            />
          )}
          {search.kind === "found" && found.length === 0 && <NothingFound places={places} />}
          {matching.length > 0 && (
            <ul aria-labelledby={headingId} className={styles.foundList}>
              {matching.slice(0, maxShown).map((one) => (
                <li key={`${one.baseUrl} ${one.model}`} className={styles.foundModel}>
                  <Checkbox
                    label={one.name}
                    isSelected={isAdded(one) || ticked.includes(one)}
                    isDisabled={isAdded(one)}
                    onChange={(isTicked) =>
                      onTick(isTicked ? [...ticked, one] : ticked.filter((other) => other !== one))
                    }
                  />
                  <Text size="small" tone="muted" isNumeric>
                    {isAdded(one) ? "added" : priceText(one.prices)}
                  </Text>
                </li>
              ))}
            </ul>
          )}
          {matching.length > maxShown && (
            <Text size="small" tone="muted">
              {formatCount(matching.length - maxShown, "more model")}: filter to find them.
            </Text>
          )}
        </div>
      </Stack>
    </section>
  );
}

function NothingFound({ places }: Pick<FoundProps, "places">) {
  return (
    <Text as="p" size="small" tone="muted">
      No server answered at the usual ports ({places.map(({ name }) => name).join(", ")}). It must
      allow requests of {location.origin}; for Ollama, start it with OLLAMA_ORIGINS=
      {location.origin}.
    </Text>
  );
}

/** For example `0.1 / 0.4`; nothing where the list has no prices. */
function priceText(prices: Price | undefined): string {
  const { inputPerMillion, outputPerMillion } = prices ?? {};
  if (inputPerMillion === undefined || outputPerMillion === undefined) return "";
  if (inputPerMillion === 0 && outputPerMillion === 0) return "free";
  return `${inputPerMillion.toLocaleString("en")} / ${outputPerMillion.toLocaleString("en")}`;
}
