/** TLS settings of the relay's connection: extra certificate authorities and a client certificate. */
import { useState } from "react";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { cx } from "../../../../ui/cx.ts";
import { Disclosure } from "../../../../ui/Disclosure.tsx";
import { SecretArea } from "../../../../ui/fields/SecretArea.tsx";
import { TextArea } from "../../../../ui/fields/TextArea.tsx";
import styles from "./ConnectionSettings.module.css";

export function TlsFields({ origin }: { origin: string }) {
  const { forwarding } = useStores().relay;
  const { fingerprint } = forwarding.terms(origin);
  return (
    <Disclosure title="TLS through the relay" hint={fingerprint && "A certificate is accepted"}>
      <div className={cx(styles.form, styles.disclosed)}>
        <PemField
          origin={origin}
          term="ca"
          label="CA certificate"
          description="PEM. Trusted for this server, in addition to the CAs that the relay's machine trusts."
        />
        <PemField
          origin={origin}
          term="cert"
          label="Client certificate"
          description="PEM, with its chain, for servers that require one."
        />
        <PemField
          origin={origin}
          term="key"
          label="Client key"
          description="PEM, without a passphrase. Kept in this tab's memory only."
          isSecret
        />
      </div>
    </Disclosure>
  );
}

function PemField(props: {
  origin: string;
  term: "ca" | "cert" | "key";
  label: string;
  description: string;
  isSecret?: boolean;
}) {
  const { origin, term, label, description, isSecret = false } = props;
  const { forwarding } = useStores().relay;
  const [text, setText] = useState(() => forwarding.terms(origin)[term] ?? "");
  const isPem = text.trim() === "" || /-----BEGIN [A-Z0-9 ]+-----/.test(text);
  const Area = isSecret ? SecretArea : TextArea;
  return (
    <Area
      label={label}
      description={description}
      isMono
      rows={2}
      value={text}
      onChange={(next) => {
        setText(next);
        forwarding.setTerms(origin, { [term]: next.trim() });
      }}
      errorMessage={
        isPem
          ? undefined
          : "This is not PEM. PEM begins with a line such as -----BEGIN CERTIFICATE-----."
      }
    />
  );
}
