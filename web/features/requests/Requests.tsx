/** Lists requests from the server at the place they belong to. */
import { useRequestsOf } from "../../hooks/useRequests.ts";
import { ApprovedUrls } from "./elicitation/ApprovedUrls.tsx";
import { ElicitationRequest } from "./elicitation/ElicitationRequest.tsx";
import { UrlsRequired } from "./elicitation/UrlsRequired.tsx";
import { SamplingRequest } from "./SamplingRequest.tsx";

export interface RequestsProps {
  /** The item whose call caused them; undefined for those that no known call caused. */
  readonly itemKey: string | undefined;
}

export function Requests({ itemKey }: RequestsProps) {
  const items = useRequestsOf(itemKey);
  return (
    <>
      {items.map((item) =>
        item.input.method === "elicitation/create" ? (
          <ElicitationRequest key={item.key} item={item} />
        ) : (
          <SamplingRequest key={item.key} item={item} />
        ),
      )}
      <ApprovedUrls itemKey={itemKey} />
      {itemKey !== undefined && <UrlsRequired itemKey={itemKey} />}
    </>
  );
}
