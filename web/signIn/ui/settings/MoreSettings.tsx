/** Rarely needed settings of a flow. */
import { useStore } from "zustand";
import { Fields } from "../../../ui/fields/Field.tsx";
import { RadioGroup } from "../../../ui/fields/RadioGroup.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import type { AuthorizationForm } from "../../settings/authorizationForm.ts";
import { EndpointFields, FormField, type FormStore } from "./settingsFields.tsx";

export function MoreSettings({ way, form }: { way: AuthorizationForm["way"]; form: FormStore }) {
  const { resourceMode, dpop, withoutPkceAnnounced, route } = useStore(form);
  return (
    <Fields>
      {way === "authorization-code" && (
        <>
          <FormField
            form={form}
            name="metadataDocumentUrl"
            label="Client ID metadata document"
            description="Its https URL is the client ID, if the server supports that. It must list the redirect URI."
            placeholder="https://example.com/client.json"
          />
          <FormField
            form={form}
            name="initialAccessToken"
            label="Initial access token"
            description="For registration endpoints that require one."
            isSecret
          />
        </>
      )}
      <FormField
        form={form}
        name="issuer"
        label="Issuer"
        description="Which authorization server to use if there are several."
        placeholder="asked when needed"
      />
      <Select<AuthorizationForm["resourceMode"]>
        label="Resource parameter"
        choices={[
          { id: "auto", label: "The server's canonical URI" },
          { id: "none", label: "None" },
          { id: "other", label: "Another URI" },
        ]}
        value={resourceMode}
        onChange={(next) => form.change({ resourceMode: next })}
      />
      {resourceMode === "other" && <FormField form={form} name="resource" label="Resource" />}
      <Select<AuthorizationForm["dpop"]>
        label="DPoP"
        description="Binds the token to a key of this tab."
        choices={[
          { id: "auto", label: "If the server requires it" },
          { id: "always", label: "Always" },
          { id: "never", label: "Never" },
        ]}
        value={dpop}
        onChange={(next) => form.change({ dpop: next })}
      />
      <EndpointFields form={form} />
      <RadioGroup<AuthorizationForm["route"]>
        label="Route of authorization requests"
        description="A step that was sent through the relay uses it for its origin with either choice."
        look="segments"
        choices={[
          { id: "direct", label: "Direct" },
          { id: "relay", label: "Through the relay" },
        ]}
        value={route}
        onChange={(next) => form.change({ route: next })}
      />
      <Switch
        label="Continue without announced PKCE support"
        description="For old servers that support S256 without announcing it. Violates the specification."
        isSelected={withoutPkceAnnounced}
        onChange={(next) => form.change({ withoutPkceAnnounced: next })}
      />
    </Fields>
  );
}
