/** Clients of the catalogue to connect as, with what the server sees otherwise then. */
import { useState } from "react";
import { type ActedClient, actedClient } from "../../../../../shared/clients/actAs.ts";
import { type CatalogClient, clientCatalog } from "../../../../../shared/clients/clientCatalog.ts";
import { clientNamed } from "../../../../../shared/clients/seen/compareFacts.ts";
import { actedClientTexts } from "../../../../../shared/messages/clients/actedClientText.ts";
import {
  capabilityNames,
  type WithheldCapabilities,
} from "../../../../../shared/protocol/clientCapabilities.ts";
import { Button } from "../../../../ui/Button.tsx";
import { SearchedList } from "../../../../ui/fields/SearchedList.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
import { useAddressedSettings } from "../../../hooks/useServerSettings.ts";
import { settingsOfClient, withheldBy } from "../../../store/adoptClient.ts";
import styles from "./ConnectionSettings.module.css";

interface KnownClient {
  readonly client: CatalogClient;
  readonly acted: ActedClient;
}

/** Those of which it is known what they declare. */
const known: readonly KnownClient[] = clientCatalog
  .flatMap((client) => {
    const acted = actedClient(client);
    return acted ? [{ client, acted }] : [];
  })
  .toSorted((one, other) => one.client.title.localeCompare(other.client.title, "en"));

const choices = known.map(({ client: { id, title, versions } }) => ({
  id,
  label: title,
  description: versions,
}));

const knownClientLabel = "Known client";

export function KnownClients() {
  const { settings, change } = useAddressedSettings();
  const { actsAs } = settings;
  const [id, choose] = useState<string>();
  if (actsAs) {
    const client = clientNamed(clientCatalog, actsAs.clientInfo);
    const one = known.find((each) => each.client === client);
    return one && <Differences {...one} withheld={[]} />;
  }
  const chosen = known.find(({ client }) => client.id === id);
  return (
    <>
      <Select
        label={knownClientLabel}
        choices={choices}
        value={chosen?.client.id ?? null}
        onChange={choose}
        aroundList={(list) => <SearchedList label={knownClientLabel}>{list}</SearchedList>}
      />
      {chosen && (
        <>
          <Differences {...chosen} withheld={settings.withheld} />
          <div>
            <Button size="small" onPress={() => change(settingsOfClient(chosen.acted))}>
              Connect as {chosen.client.title}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** @param props.withheld what is not declared without the client */
function Differences(props: KnownClient & { readonly withheld: WithheldCapabilities }) {
  const { client, acted, withheld } = props;
  const without = (off: WithheldCapabilities) =>
    capabilityNames.filter((name) => !off.includes(name));
  const texts = actedClientTexts(
    client,
    acted,
    without(withheld),
    without(withheldBy(acted.capabilities)),
  );
  return (
    <ul aria-label={`As ${client.title} ${client.versions}`} className={styles.words}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
