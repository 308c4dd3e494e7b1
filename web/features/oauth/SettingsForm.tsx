/** How to come by a token: the way, and what each way needs; in this tab's memory only. */
import { useState } from "react";
import { useStore } from "zustand";
import type { Engine } from "../../session/authorization/engine.ts";
import type { AuthorizationForm } from "../../session/authorization/form.ts";
import { useRuntime } from "../../session/RuntimeContext.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { Select } from "../../ui/Select.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { formatPairs, parsePairs } from "../../words/pairs.ts";
import { ClientFields, EndpointFields, FormArea, FormField, type FormStore } from "./fields.tsx";
import styles from "./SettingsForm.module.css";

const ways = [
  { id: "authorization-code", label: "Sign in (authorization code)" },
  { id: "headers", label: "Bearer token or headers by hand" },
  { id: "client-credentials", label: "Client credentials" },
  { id: "enterprise", label: "Enterprise-managed" },
  { id: "workload", label: "Workload identity" },
] as const;

const wayWords: Readonly<Record<AuthorizationForm["way"], string>> = {
  "authorization-code": "A person signs in at the authorization server, with PKCE.",
  headers: "What you enter is sent with every request of the next connection.",
  "client-credentials": "The client itself is authorized, with a secret or a key; nobody signs in.",
  enterprise:
    "An identity provider's ID token is exchanged for a grant that the server's authorization server takes.",
  workload: "A JWT that your platform issued to the workload is exchanged for a token.",
};

export function SettingsForm({ form, engine }: { form: FormStore; engine: Engine }) {
  const way = useStore(form, (all) => all.way);
  return (
    <div className={styles.form}>
      <Select<AuthorizationForm["way"]>
        label="Way to a token"
        description={wayWords[way]}
        choices={ways}
        value={way}
        onChange={(next) => form.setState({ way: next })}
      />
      {way === "headers" ? <HeaderFields /> : <WayFields way={way} form={form} engine={engine} />}
    </div>
  );
}

function WayFields(props: { way: AuthorizationForm["way"]; form: FormStore; engine: Engine }) {
  const { way, form, engine } = props;
  return (
    <>
      {way === "enterprise" && (
        <div className={styles.row}>
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
        </div>
      )}
      {way === "workload" && (
        <FormArea
          form={form}
          name="assertion"
          label="Assertion"
          description="The workload's JWT."
        />
      )}
      {way === "authorization-code" && (
        <p className={styles.redirect}>
          <span>Redirect URI</span> <code>{engine.redirectUri}</code>
          <CopyButton isIcon size="small" label="Copy redirect URI" text={engine.redirectUri} />
        </p>
      )}
      <ClientFields form={form} />
      <FormField
        form={form}
        name="scope"
        label="Scopes"
        description="With spaces between; empty asks for what the server says."
        placeholder="as the server says"
      />
      <Disclosure title="More" level={3}>
        <More way={way} form={form} />
      </Disclosure>
    </>
  );
}

function More({ way, form }: { way: AuthorizationForm["way"]; form: FormStore }) {
  const { resourceMode, dpop, withoutPkceAnnounced, route } = useStore(form);
  return (
    <div className={styles.form}>
      {way === "authorization-code" && (
        <div className={styles.row}>
          <FormField
            form={form}
            name="metadataDocumentUrl"
            label="Client ID metadata document"
            description="Its https URL is the client's id, where the server takes that; it must list the redirect URI."
            placeholder="https://example.com/client.json"
          />
          <FormField
            form={form}
            name="initialAccessToken"
            label="Initial access token"
            description="For registration endpoints that want one."
            isSecret
          />
        </div>
      )}
      <div className={styles.row}>
        <FormField
          form={form}
          name="issuer"
          label="Issuer"
          description="Which authorization server, where there are several."
          placeholder="asked when needed"
        />
        <div className={styles.pair}>
          <Select<AuthorizationForm["resourceMode"]>
            label="Resource parameter"
            choices={[
              { id: "auto", label: "The server's canonical URI" },
              { id: "none", label: "None" },
              { id: "other", label: "Another one" },
            ]}
            value={resourceMode}
            onChange={(next) => form.setState({ resourceMode: next })}
          />
          {resourceMode === "other" && <FormField form={form} name="resource" label="Resource" />}
        </div>
        <Select<AuthorizationForm["dpop"]>
          label="DPoP"
          description="Binds the token to a key of this tab."
          choices={[
            { id: "auto", label: "Where the server asks for it" },
            { id: "always", label: "Always" },
            { id: "never", label: "Never" },
          ]}
          value={dpop}
          onChange={(next) => form.setState({ dpop: next })}
        />
      </div>
      <EndpointFields form={form} />
      <RadioGroup<AuthorizationForm["route"]>
        label="Requests of the flow go"
        look="segments"
        choices={[
          { id: "direct", label: "Direct" },
          { id: "relay", label: "Through the relay" },
        ]}
        value={route}
        onChange={(next) => form.setState({ route: next })}
      />
      <Switch
        label="Go on without PKCE announced"
        description="For old servers that support S256 without saying so; against the specification."
        isSelected={withoutPkceAnnounced}
        onChange={(next) => form.setState({ withoutPkceAnnounced: next })}
      />
    </div>
  );
}

/** The headers of Connection settings, and a quicker way to the most usual of them. */
function HeaderFields() {
  const { settings } = useRuntime();
  const headers = useStore(settings, (all) => all.headers);
  const bearer = headers.find(([name]) => name.toLowerCase() === "authorization")?.[1] ?? "";
  const [text, setText] = useState(() => formatPairs(headers));
  const { wrong } = parsePairs(text);
  const write = (next: string) => {
    setText(next);
    settings.setState({ headers: parsePairs(next).pairs });
  };
  return (
    <>
      <TextField
        label="Bearer token"
        type="password"
        isMono
        value={bearer.replace(/^Bearer\s+/i, "")}
        onChange={(token) => {
          const others = headers.filter(([name]) => name.toLowerCase() !== "authorization");
          const all =
            token.trim() === ""
              ? others
              : [["Authorization", `Bearer ${token.trim()}`] as const, ...others];
          write(formatPairs(all));
        }}
      />
      <TextArea
        label="Request headers by hand"
        description="One a line, as Name: value. Kept in this tab's memory only, masked in Traffic."
        isMono
        rows={3}
        value={text}
        onChange={write}
        errorMessage={
          wrong === undefined ? undefined : `Line ${wrong} is not of the form name: value.`
        }
      />
    </>
  );
}
