/** The name, icon, version and website that a server gives of itself. */
import type { Agreement } from "../../../../shared/client/negotiation/agreement.ts";
import { iconSource } from "../../../content/iconSource.ts";
import { linkTarget } from "../../../content/markdown/linkTarget.ts";
import styles from "./ServerOverview.module.css";

export function ServerIdentity({ agreement }: { agreement: Agreement }) {
  const { serverInfo, receivedInfo = {}, revision } = agreement;
  const icon = iconSource(receivedInfo);
  const { description, websiteUrl } = receivedInfo;
  const website = typeof websiteUrl === "string" ? linkTarget(websiteUrl) : undefined;
  return (
    <header className={styles.identity}>
      {icon !== undefined && <img src={icon} alt="" className={styles.icon} />}
      <div>
        <h2 dir="auto" className={styles.name}>
          {serverInfo.title ?? (serverInfo.name || "Unnamed server")}
        </h2>
        <p className={styles.muted}>
          {serverInfo.name} {serverInfo.version} · {revision}. Select an item in the explorer.
        </p>
        {typeof description === "string" && <p dir="auto">{description}</p>}
        {website && (
          <p>
            <a href={website.href} target="_blank" rel="noopener noreferrer">
              {website.href}
            </a>
          </p>
        )}
      </div>
    </header>
  );
}
