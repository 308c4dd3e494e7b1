/** Lists requests from the server at the place they belong to. */
import { useRequestsOf } from "../../hooks/useRequests.ts";
import { ElicitationRequest } from "./ElicitationRequest.tsx";
import { SamplingRequest } from "./SamplingRequest.tsx";

export interface RequestsProps {
  /** The item whose call caused them; undefined for those that no known call caused. */
  readonly itemKey: string | undefined;
}

export function Requests({ itemKey }: RequestsProps) {
  const items = useRequestsOf(itemKey);
  return items.map((item) =>
    item.input.method === "elicitation/create" ? (
      <ElicitationRequest key={item.key} item={item} />
    ) : (
      <SamplingRequest key={item.key} item={item} />
    ),
  );
}
