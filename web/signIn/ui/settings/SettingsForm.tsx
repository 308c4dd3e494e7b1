/** The form for the grant type and its values; kept in this tab's memory only. */
import { useState } from "react";
import { useStore } from "zustand";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Fields } from "../../../ui/fields/Field.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import type { AuthorizationForm } from "../../settings/authorizationForm.ts";
import type { AuthorizationEngine } from "../../store/authorizationEngine.ts";
import { type HeaderDraft, HeaderFields } from "./HeaderFields.tsx";
import { MoreSettings } from "./MoreSettings.tsx";
import styles from "./SettingsForm.module.css";
import { ClientFields, FormArea, FormField, type FormStore } from "./settingsFields.tsx";

const methods = [
  { id: "authorization-code", label: "Sign in (authorization code)" },
  { id: "headers", label: "Bearer token or custom headers" },
  { id: "client-credentials", label: "Client credentials" },
  { id: "enterprise", label: "Enterprise-managed" },
  { id: "workload", label: "Workload identity" },
] as const;

const methodText: Readonly<Record<AuthorizationForm["way"], string>> = {
  "authorization-code": "You sign in at the authorization server, with PKCE.",
  headers: "These headers are sent with every request of the next connection.",
  "client-credentials": "The client itself is authorized, with a secret or a key; nobody signs in.",
  enterprise:
    "An identity provider's ID token is exchanged for a grant that the server's authorization server accepts.",
  workload: "A JWT that your platform issued to the workload is exchanged for a token.",
};

export function SettingsForm({ form, engine }: { form: FormStore; engine: AuthorizationEngine }) {
  const way = useStore(form, (all) => all.way);
  const [headers, setHeaders] = useState<HeaderDraft>();
  return (
    <Fields>
      <Select<AuthorizationForm["way"]>
        label="Authorization method"
        description={methodText[way]}
        choices={methods}
        value={way}
        onChange={(next) => form.change({ way: next })}
      />
      {way === "headers" ? (
        <HeaderFields draft={headers} onDraft={setHeaders} />
      ) : (
        <GrantTypeFields way={way} form={form} engine={engine} />
      )}
    </Fields>
  );
}

function GrantTypeFields(props: {
  way: AuthorizationForm["way"];
  form: FormStore;
  engine: AuthorizationEngine;
}) {
  const { way, form, engine } = props;
  return (
    <>
      {way === "enterprise" && (
        <>
          <FormField
            form={form}
            name="idpTokenEndpoint"
            label="Identity provider's token endpoint"
          />
          <FormField form={form} name="idpClientId" label="Client ID at the identity provider" />
          <FormField
            form={form}
            name="idpClientSecret"
            label="Secret at the identity provider"
            isSecret
          />
          <FormField form={form} name="idToken" label="ID token" isSecret />
        </>
      )}
      {way === "workload" && (
        <FormArea
          form={form}
          name="assertion"
          label="Assertion"
          description="The workload's JWT, with the authorization server as its audience."
          isSecret
        />
      )}
      {way === "authorization-code" && (
        <Row as="p" wraps className={styles.redirect}>
          <span>Redirect URI</span> <code>{engine.redirectUri}</code>
          <CopyButton
            isShort
            size="small"
            label="Copy redirect URI"
            text={engine.redirectUri}
            variant="quiet"
          />
        </Row>
      )}
      <ClientFields form={form} />
      <FormField
        form={form}
        name="scope"
        label="Scopes"
        description="Separated by spaces. If empty, the scopes that the server names are requested."
        placeholder="server default"
      />
      <Disclosure title="More" level={3}>
        <MoreSettings way={way} form={form} />
      </Disclosure>
    </>
  );
}
