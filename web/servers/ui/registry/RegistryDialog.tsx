/** Searches a registry of servers, and fills the Server field with one; it never connects. */
import { useEffect, useRef, useState } from "react";
import {
  officialRegistry,
  type RegistrySearch,
  registrySearchUrl,
  searchRegistry,
} from "../../../../shared/config/registry/searchRegistry.ts";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { RowButton } from "../../../ui/lists/RowButton.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import styles from "./RegistryDialog.module.css";
import { RegistryServer } from "./RegistryServer.tsx";

interface Props {
  readonly onClose: () => void;
  /** Called with the text of a server.json that the user has chosen. */
  readonly onUse: (text: string) => void;
}

export function RegistryDialog({ onClose, onUse }: Props) {
  const { fetch, relay } = useStores();
  const [address, setAddress] = useState<string>(officialRegistry);
  const [text, setText] = useState("");
  const [search, setSearch] = useState<RegistrySearch | "searching">();
  const [chosen, setChosen] = useState<number>();
  // an answer to a former search, or after the dialog is closed, changes nothing
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);

  const url = registrySearchUrl(address, text);
  const run = async (send: typeof globalThis.fetch) => {
    if (!url) return;
    current.current.abort();
    const control = new AbortController();
    current.current = control;
    setChosen(undefined);
    setSearch("searching");
    const found = await searchRegistry(url, send, control.signal);
    if (!control.signal.aborted) setSearch(found);
  };
  const forward = relay.forwarding.available();
  const servers = typeof search === "object" && search.kind === "found" ? search.servers : [];
  const server = chosen === undefined ? undefined : servers[chosen];
  return (
    <Dialog
      title="Browse a registry"
      size="large"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Stack gap={3}>
        <form
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault();
            void run(fetch);
          }}
        >
          <TextField
            label="Registry"
            isMono
            value={address}
            onChange={setAddress}
            errorMessage={url ? undefined : "It needs an https URL without user and password."}
          />
          <TextField label="Search" value={text} onChange={setText} autoFocus />
          <Button type="submit" isBusy={search === "searching"} isDisabled={!url}>
            Search
          </Button>
        </form>
        <div role="status" aria-label="Registry">
          <Text as="p" size="small" tone="muted">
            {statusText(search, url)}
          </Text>
        </div>
        {typeof search === "object" && search.kind === "unread" && forward && (
          <Row>
            <Button size="small" onPress={() => void run(forward)}>
              Search through the relay
            </Button>
          </Row>
        )}
        {servers.length > 0 && (
          <ul aria-label="Servers of the registry" className={styles.list}>
            {servers.map(({ name, version, description }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the answers of one search keep their order
              <li key={index}>
                <RowButton
                  isCurrent={index === chosen}
                  className={styles.row}
                  onPress={() => setChosen(index)}
                >
                  <Text isMono>{exactLine(String(name), 120)}</Text>{" "}
                  {typeof version === "string" && (
                    <Text size="small" tone="muted">
                      {exactLine(version, 40)}{" "}
                    </Text>
                  )}
                  {typeof description === "string" && (
                    <Text size="small" tone="muted">
                      {exactLine(description, 160)}
                    </Text>
                  )}
                </RowButton>
              </li>
            ))}
          </ul>
        )}
        {server && <RegistryServer key={chosen} server={server} onUse={onUse} />}
      </Stack>
    </Dialog>
  );
}

function statusText(search: RegistrySearch | "searching" | undefined, url: URL | undefined) {
  if (search === undefined) {
    return url ? `Search asks ${url.host}; before, nothing is contacted.` : "";
  }
  if (search === "searching") return "Searching…";
  switch (search.kind) {
    case "status":
      return `The registry answered with the status ${search.status}.`;
    case "unread":
      return `The answer could not be read: ${exactLine(search.reason, 300)}. The registry may not answer, may redirect, or may not allow this page (CORS).`;
    case "found":
      if (search.servers.length === 0) return "The registry lists no such server.";
      return search.hasMore
        ? `The first ${search.servers.length}; the registry has more: search for more of the name.`
        : `${search.servers.length} found.`;
  }
}
