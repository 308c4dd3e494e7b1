/** Form fields bound to the authorization form: texts, secrets and groups of fields. */
import { useStore } from "zustand";
import { SecretArea } from "../../../ui/fields/SecretArea.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextArea } from "../../../ui/fields/TextArea.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type {
  AuthorizationForm,
  AuthorizationFormStore,
} from "../../settings/authorizationForm.ts";
import { fieldError } from "./fieldErrors.ts";

export type FormStore = AuthorizationFormStore;

/** The form's text members. */
type TextName = {
  [Name in keyof AuthorizationForm]: string extends AuthorizationForm[Name] ? Name : never;
}[keyof AuthorizationForm];

interface FieldProps {
  readonly form: FormStore;
  readonly name: TextName;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  /** Masks the input. */
  readonly isSecret?: boolean;
}

export function FormField({ form, name, isSecret, ...words }: FieldProps) {
  const value = useStore(form, (all) => all[name]);
  const errorMessage = useStore(form, (all) => fieldError(all, name));
  return (
    <TextField
      {...words}
      errorMessage={errorMessage}
      isMono
      {...(isSecret && { type: "password" })}
      value={value}
      onChange={(next) => form.change({ [name]: next })}
    />
  );
}

/** For multi-line values such as keys. */
export function FormArea({ form, name, isSecret = false, ...words }: FieldProps) {
  const value = useStore(form, (all) => all[name]);
  const errorMessage = useStore(form, (all) => fieldError(all, name));
  const Area = isSecret ? SecretArea : TextArea;
  return (
    <Area
      {...words}
      errorMessage={errorMessage}
      isMono
      rows={2}
      value={value}
      onChange={(next) => form.change({ [name]: next })}
    />
  );
}

const methods = [
  { id: "auto", label: "Automatic" },
  { id: "none", label: "none (public client)" },
  { id: "client_secret_basic", label: "client_secret_basic" },
  { id: "client_secret_post", label: "client_secret_post" },
  { id: "client_secret_jwt", label: "client_secret_jwt" },
  { id: "private_key_jwt", label: "private_key_jwt" },
] as const;

/** A client that was registered by hand. */
export function ClientFields({ form }: { form: FormStore }) {
  const method = useStore(form, (all) => all.authMethod);
  const hasKey = useStore(form, (all) => all.privateKey.trim() !== "");
  const takesKey = hasKey || method === "private_key_jwt";
  return (
    <>
      <FormField
        form={form}
        name="clientId"
        label="Client ID"
        description="Used instead of registration and metadata documents."
      />
      <FormField form={form} name="clientSecret" label="Client secret" isSecret />
      <Select<AuthorizationForm["authMethod"]>
        label="Client authentication"
        choices={methods}
        value={method}
        onChange={(authMethod) => form.change({ authMethod })}
      />
      {takesKey && (
        <>
          <FormArea
            form={form}
            name="privateKey"
            label="Private key"
            description="PKCS #8 in PEM, or a private JWK, for private_key_jwt."
            isSecret
          />
          <FormField
            form={form}
            name="keyAlgorithm"
            label="Key algorithm"
            placeholder="from the key"
          />
          <FormField form={form} name="keyId" label="Key ID" placeholder="none" />
        </>
      )}
    </>
  );
}

/** Endpoints entered by hand, for servers without metadata. */
export function EndpointFields({ form }: { form: FormStore }) {
  return (
    <>
      <FormField form={form} name="authorizationEndpoint" label="Authorization endpoint" />
      <FormField form={form} name="tokenEndpoint" label="Token endpoint" />
      <FormField form={form} name="registrationEndpoint" label="Registration endpoint" />
      <FormField form={form} name="endpointsIssuer" label="Issuer of these endpoints" />
    </>
  );
}
