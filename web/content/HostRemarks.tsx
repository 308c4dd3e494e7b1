/** Warns about a host name that imitates another. */
import { hostRemarks } from "../../shared/core/text/hostRemarks.ts";
import { hostRemarkText } from "../messages/consentMessages.ts";
import { Notice } from "../ui/Notice.tsx";

export function HostRemarks({ url }: { url: URL }) {
  const remarks = hostRemarks(url);
  if (remarks.length === 0) return null;
  return (
    <Notice severity="warning" title="This address may not be what it seems" isLive={false}>
      {remarks.map((remark) => (
        <p key={JSON.stringify(remark)}>{hostRemarkText(remark, url.host)}</p>
      ))}
    </Notice>
  );
}
