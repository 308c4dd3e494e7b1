/** The name, icon, version and website of a server, as it states them. */
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { Agreement } from "../../../../shared/client/negotiation/agreement.ts";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";
import { iconSource, remoteIconUrl } from "../../../content/iconSource.ts";
import { linkTarget } from "../../../content/markdown/linkTarget.ts";
import { useServerIcon } from "../../../content/useServerIcon.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Heading } from "../../../ui/primitives/Text.tsx";
import { shownName } from "../../store/catalog/items.ts";
import { loadRemoteIcon } from "../../store/loadRemoteIcon.ts";
import type { RemoteIcon } from "../../store/remoteIcons.ts";
import styles from "./ServerOverview.module.css";

interface Props {
  readonly agreement: Agreement;
  /** When the definitions were first seen as they are now, in milliseconds since the epoch. */
  readonly unchangedSince?: number | undefined;
  /** Controls at the end. */
  readonly actions?: ReactNode;
}

export function ServerIdentity({ agreement, unchangedSince, actions }: Props) {
  const { serverInfo, receivedInfo = {} } = agreement;
  const icon = useServerIcon(receivedInfo);
  const remote = iconSource(receivedInfo) === undefined ? remoteIconUrl(receivedInfo) : undefined;
  const name = serverInfo.title ?? (serverInfo.name || "Unnamed server");
  const { description, websiteUrl } = receivedInfo;
  const website = typeof websiteUrl === "string" ? linkTarget(websiteUrl) : undefined;
  return (
    <header className={styles.identity}>
      {icon !== undefined && <img src={icon} alt="" className={styles.icon} />}
      <div className={styles.facts}>
        <Heading level={2} size="title" dir="auto">
          {shownName(name)}
        </Heading>
        <p className={styles.muted}>
          {[serverInfo.name !== name && serverInfo.name, serverInfo.version]
            .flatMap((part) => (part ? shownName(part) : []))
            .join(" · ")}
          {unchangedSince !== undefined && (
            <span className={styles.pinned}>
              {" · "}
              <ShieldCheck aria-hidden="true" /> definitions unchanged since{" "}
              {new Date(unchangedSince).toLocaleDateString("en", {
                day: "numeric",
                month: "short",
              })}
            </span>
          )}
        </p>
        {typeof description === "string" && <p dir="auto">{showHidden(description)}</p>}
        {website && (
          <p>
            <a href={website.href} target="_blank" rel="noopener noreferrer">
              {website.href}
            </a>
          </p>
        )}
        {remote !== undefined && icon === undefined && <LoadIcon url={remote} />}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Loading an icon tells its host that somebody uses the server: only the user starts it. */
function LoadIcon({ url }: { url: string }) {
  const { fetch, servers } = useStores();
  const { remoteIcons } = servers;
  const now = useStore(remoteIcons, (all) => all.get(url));
  const load = async () => {
    remoteIcons.put(url, { kind: "loading" });
    remoteIcons.put(url, await loadRemoteIcon(fetch, url));
  };
  return (
    <p className={styles.ping}>
      <Button size="small" isBusy={now?.kind === "loading"} onPress={() => void load()}>
        Load icon from {new URL(url).host}
      </Button>
      <span role="status" className={styles.muted}>
        {now?.kind === "failed" && failures[now.why]}
      </span>
    </p>
  );
}

const failures: Readonly<Record<Extract<RemoteIcon, { kind: "failed" }>["why"], string>> = {
  "not-readable":
    "It cannot be read: its host does not answer or redirects, or its CORS headers do not allow it.",
  "no-image": "It is not an image that can be shown.",
  "too-large": "It is larger than 100 kB.",
};
