/** Lists requests from servers, beside the call that caused them. */
import { useRequests } from "../../hooks/useRequests.ts";
import { ElicitationRequest } from "./ElicitationRequest.tsx";
import { SamplingRequest } from "./SamplingRequest.tsx";

export function Requests() {
  const items = useRequests();
  return items.map((item) =>
    item.input.method === "elicitation/create" ? (
      <ElicitationRequest key={item.key} item={item} />
    ) : (
      <SamplingRequest key={item.key} item={item} />
    ),
  );
}
