/** Saves a call of a tool as a case of an eval suite. */
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { useStores } from "../../stores/StoresContext.tsx";

/** @returns saves it, and shows the suite; `argumentsText` is JSON */
export function useSaveEvalCase(): (tool: string, argumentsText: string | undefined) => void {
  const { chat, view } = useStores();
  return (tool, argumentsText) =>
    void chat().then(({ evals }) => {
      evals.addCall(tool, parseJsonObject(argumentsText ?? "") ?? {});
      view.showPane("chat");
    });
}
