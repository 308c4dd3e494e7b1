/** Shows a URL that a server asks the user to open: in full, its host marked, with warnings. */
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { jsonText } from "../../../../shared/core/text/textOfJson.ts";
import { ExactText } from "../../../content/ExactText.tsx";
import cardStyles from "../../../content/RequestCard.module.css";
import { urlRemarkTexts } from "../../messages/elicitationMessages.ts";
import styles from "./Elicitation.module.css";

/**
 * Nothing is loaded from the URL.
 * @param props.url as the server sent it
 */
export function UrlConsent({ url }: { readonly url: unknown }) {
  const address = webAddress(url);
  const written = typeof url === "string" ? url : url === undefined ? "no URL" : jsonText(url);
  if (!address) {
    return (
      <>
        <p className={styles.paragraph}>
          This is not an http or https URL, so it is not opened. Decline, or cancel:
        </p>
        <code className={cardStyles.address}>
          <ExactText text={written} />
        </code>
      </>
    );
  }
  const { href, protocol, host } = address;
  const before = href.slice(0, href.indexOf(host, protocol.length + 2 + userLength(address)));
  const isRewritten = written !== href && `${written}/` !== href;
  return (
    <>
      <p className={styles.paragraph}>
        Approving opens a page of {exactLine(host, 260)} in a new tab. Nothing has been loaded from
        it yet.
      </p>
      <code className={cardStyles.address}>
        <ExactText text={before} />
        <strong className={styles.host}>
          <ExactText text={host} />
        </strong>
        <ExactText text={href.slice(before.length + host.length)} />
      </code>
      {urlRemarkTexts(address).map((text) => (
        <p key={text} className={styles.paragraph}>
          <strong>{text}</strong>
        </p>
      ))}
      {isRewritten && (
        <p className={styles.note}>
          The server wrote it as{" "}
          <code>
            <ExactText text={written} />
          </code>
        </p>
      )}
    </>
  );
}

/** Length of the user name and password before the host. */
function userLength({ username, password }: URL): number {
  if (username === "" && password === "") return 0;
  return username.length + (password === "" ? 0 : password.length + 1) + 1;
}

/** Only http and https URLs are opened: other schemes could run code or reach local files. */
export function webAddress(url: unknown): URL | undefined {
  if (typeof url !== "string" || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  return address.protocol === "https:" || address.protocol === "http:" ? address : undefined;
}

/** Opens a page that learns nothing about this one. */
export function openPage(address: URL): void {
  window.open(address.href, "_blank", "noopener,noreferrer");
}
