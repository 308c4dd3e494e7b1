/** Lists requests from servers, beside the call that caused them. */
import { useStore } from "zustand";
import { useRuntime } from "../../hooks/RuntimeContext.tsx";
import { ElicitationRequest } from "./ElicitationRequest.tsx";
import { SamplingRequest } from "./SamplingRequest.tsx";

export function Requests() {
  const { inbox } = useRuntime();
  const items = useStore(inbox.items);
  return items.map((item) =>
    item.input.method === "elicitation/create" ? (
      <ElicitationRequest key={item.key} item={item} />
    ) : (
      <SamplingRequest key={item.key} item={item} />
    ),
  );
}
