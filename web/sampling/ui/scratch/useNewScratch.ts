/** Begins a scratch request and shows it. */
import { latest } from "../../../../shared/protocol/revisions.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { ScratchRequest } from "../../store/scratch.ts";

const emptyRequest = `{
  "messages": [
    {
      "role": "user",
      "content": {
        "type": "text",
        "text": ""
      }
    }
  ],
  "maxTokens": 1000
}`;

/** Returns a function that starts one, empty or with the given text. */
export function useNewScratch(): (from?: Partial<Omit<ScratchRequest, "id">>) => void {
  const { newId, sampling, view } = useStores();
  return (from = {}) => {
    const id = newId();
    const begun = { name: "", revision: latest.legacy, text: emptyRequest };
    sampling.scratch.add([{ ...begun, ...from, id }]);
    view.openSampling({ kind: "scratch", id });
  };
}
