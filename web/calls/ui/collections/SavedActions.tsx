/** Exports the collection that is shown, imports one, and copies the command that runs it in CI. */
import { Download } from "lucide-react";
import { useStore } from "zustand";
import { writeCollection } from "../../../../shared/collections/writeCollection.ts";
import { quoteWord } from "../../../../shared/config/commandLine.ts";
import { formatTarget } from "../../../../shared/config/target.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useOnDemand } from "../../../stores/useOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import type { Collections } from "../../store/collections/collections.ts";
import { smallState } from "../../store/smallRecording.ts";
import { ImportButton } from "./ImportButton.tsx";

export function SavedActions() {
  const collections = useOnDemand(useStores().calls.collections);
  return collections && <Actions collections={collections} />;
}

function Actions({ collections }: { collections: Collections }) {
  const stores = useStores();
  const { all = [], shownId } = useStore(collections);
  const shown = all.find(({ id }) => id === shownId)?.collection;
  if (!shown) return null;
  const file = `${shown.name.replace(/[^\w-]+/g, "-").slice(0, 60) || "calls"}.json`;
  const command = () => {
    const server = smallState({ ...stores.servers, ...stores.calls })?.server;
    const target = server ? formatTarget(server) : "<url>";
    const words = server?.kind === "stdio" ? `-- ${target}` : quoteWord(target);
    return `npx mcp-playground run ${file} ${words}`;
  };
  return (
    <>
      <CopyButton variant="quiet" label="Command for CI" text={command} />
      <ImportButton collections={collections} variant="quiet" />
      <Button
        variant="quiet"
        icon={Download}
        onPress={() => saveFile(file, "application/json", writeCollection(shown))}
      >
        Export
      </Button>
    </>
  );
}
