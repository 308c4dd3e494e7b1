/** Says what this browser stores for the page, how much, and clears it. */
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { formatSize } from "../../messages/quantities.ts";
import { createBrowserStorage } from "../../platform/browserStorage.ts";
import { storageProblemText } from "../../sessions/messages/restoreMessages.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { createStoredData, type StoredData, type StoredKind } from "../persistence/storedData.ts";
import styles from "./StorageDialog.module.css";

interface StorageDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function StorageDialog(props: StorageDialogProps) {
  return (
    <Dialog title="Stored data" {...props}>
      <Storage />
    </Dialog>
  );
}

function Storage() {
  const { persistence } = useStores();
  const problem = useStore(persistence, (state) => state.problem);
  const data = useStoredData();
  const [sizes, setSizes] = useState<Readonly<Record<StoredKind, number>>>();
  const measure = useCallback(async () => data && setSizes(await data.sizes()), [data]);
  useEffect(() => void measure(), [measure]);
  return (
    <Stack gap={3}>
      <Text as="p" tone="muted">
        Everything is in this browser only. Headers, environment values and tokens are never among
        it: they are in memory, or encrypted where you chose to remember them.
      </Text>
      {problem && (
        <Notice severity="warning" title="Nothing is stored at present" isLive={false}>
          {storageProblemText[problem]}
        </Notice>
      )}
      <ul>
        {(Object.keys(storedKindText) as StoredKind[]).map((kind) => {
          const { title, where, clear } = storedKindText[kind];
          return (
            <Row as="li" gap={3} align="start" key={kind} className={styles.kind}>
              <div>
                <strong>{title}</strong> <span>{sizes ? formatSize(sizes[kind]) : "…"}</span>
                <Text as="p" tone="muted">
                  {where}
                </Text>
              </div>
              <Button size="small" onPress={() => void data?.clear(kind).then(measure)}>
                {clear}
              </Button>
            </Row>
          );
        })}
      </ul>
    </Stack>
  );
}

function useStoredData(): StoredData | undefined {
  const { persistence, sealedItems, servers } = useStores();
  const { history: callHistory } = useStores().calls;
  const { profiles, configuredApprovals } = servers;
  const tabId = useStore(persistence, (state) => state.tabId);
  const [data, setData] = useState<StoredData>();
  useEffect(() => {
    let isWanted = true;
    const storage = createBrowserStorage(() => localStorage);
    const forgetServers = async () => {
      await profiles.clear();
      await configuredApprovals.clear();
    };
    void callHistory().then((history) => {
      if (!isWanted) return;
      const names = namesInStorage;
      setData(createStoredData({ tabId, storage, names, sealedItems, history, forgetServers }));
    });
    return () => {
      isWanted = false;
    };
  }, [callHistory, tabId, sealedItems, profiles, configuredApprovals]);
  return data;
}

function namesInStorage(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

interface StoredKindText {
  readonly title: string;
  readonly where: string;
  readonly clear: string;
}

const storedKindText: Readonly<Record<StoredKind, StoredKindText>> = {
  tab: {
    title: "This tab: traffic, drafts and results",
    where:
      "Masked and encrypted in IndexedDB, the newest 50 MB without messages over 2 MB. What changes after clearing is stored again.",
    clear: "Clear this tab",
  },
  "other-tabs": {
    title: "Other tabs",
    where:
      "The same for each tab of this browser. Closed tabs are deleted after a week; clearing deletes them now.",
    clear: "Clear closed tabs",
  },
  history: {
    title: "History of calls",
    where: "Encrypted in IndexedDB, the newest 1,000 calls or 20 MB.",
    clear: "Clear history",
  },
  collections: {
    title: "Saved calls",
    where:
      "Encrypted in IndexedDB, with the secrets that are to be stored. What is open in a tab stays until it is loaded again.",
    clear: "Clear saved calls",
  },
  chats: {
    title: "Conversations and evals in Chat",
    where:
      "Encrypted in IndexedDB, the newest 100 of each, with the results that models got. Those of this tab stay until it is loaded again.",
    clear: "Clear conversations",
  },
  settings: {
    title: "Servers, rules, layout and limits",
    where:
      "In localStorage, without secrets; the headers and variables of saved servers are encrypted in IndexedDB. Clearing takes effect when the page is loaded again.",
    clear: "Clear settings",
  },
};
