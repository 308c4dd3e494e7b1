/** A button that saves the call of a result, with the assertion that a value is as it is now. */
import { ListChecks } from "lucide-react";
import { textAt } from "../../../../../shared/core/json/textAt.ts";
import type { SelectedValue } from "../../../../content/json/JsonExplorer.tsx";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { useSaveCall } from "../../../hooks/useSaveCall.ts";
import { savedInText } from "../../../messages/savedInText.ts";
import { callOfOpenItem, savedCallOf } from "../../../store/collections/openCall.ts";
import type { DoneRun } from "../../../store/run.ts";

interface AssertValueProps {
  readonly done: DoneRun;
  /** A value of the result. */
  readonly value: SelectedValue;
}

export function AssertValue({ done, value }: AssertValueProps) {
  const stores = useStores();
  const { savedIn, save } = useSaveCall();
  const press = () => {
    const open = callOfOpenItem(stores);
    if (!open) return;
    // the arguments of this result: those of the form may have changed since
    const sent = done.text && textAt(done.text, ["params", "arguments"]);
    const call = sent ? savedCallOf({ kind: open.kind, name: open.item }, sent) : open;
    save(call, {
      assertion: { kind: "equals", at: value.pointer, valueText: value.text() },
    });
  };
  return (
    <>
      <Button size="small" variant="quiet" icon={ListChecks} onPress={press}>
        Assert this value
      </Button>
      <span role="status">
        {savedIn && (
          <Button size="small" variant="quiet" onPress={() => stores.view.showPane("collections")}>
            {savedInText(savedIn)}
          </Button>
        )}
      </span>
    </>
  );
}
