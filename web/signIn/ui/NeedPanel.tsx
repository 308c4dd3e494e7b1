/** Asks for what a step waits for: a choice, a value, a confirmation, or permission to continue. */
import { useState } from "react";
import { useStore } from "zustand";
import { exactUrl } from "../../../shared/core/text/exactText.ts";
import type { Need } from "../../../shared/oauth/flow/flow.ts";
import { ExactText } from "../../content/ExactText.tsx";
import { HostRemarks } from "../../content/HostRemarks.tsx";
import { Button } from "../../ui/Button.tsx";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import { GuardedButton } from "../../ui/overlays/GuardedButton.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { questionText } from "../messages/authorizationMessages.ts";
import type { AuthorizationFormStore } from "../settings/authorizationForm.ts";
import type { AuthorizationEngine } from "../store/authorizationEngine.ts";
import type { Asked } from "../store/pagePrompts.ts";
import { authorizationSettings, clientOf } from "../store/settingsOf.ts";
import styles from "./NeedPanel.module.css";
import { NoMetadata } from "./NoMetadata.tsx";
import { ClientFields, EndpointFields } from "./settings/settingsFields.tsx";

export function NeedPanel(props: {
  need: Need;
  engine: AuthorizationEngine;
  form: AuthorizationFormStore;
}) {
  const { need, engine, form } = props;
  const { authorization, prompts, redirectUri } = engine;
  const asked = useStore(prompts.asked);
  if (need.kind === "go-ahead") {
    return (
      <Row wraps>
        <Button variant="primary" onPress={() => authorization.next()}>
          Next step
        </Button>
        <Button
          onPress={() => {
            form.change({ isStepwise: false });
            authorization.runThrough();
          }}
        >
          Run all
        </Button>
      </Row>
    );
  }
  switch (asked.kind) {
    case "nothing":
      return null;
    case "issuer":
      return <ChooseIssuer asked={asked} />;
    case "client":
      return <EnterClient asked={asked} form={form} redirectUri={redirectUri} />;
    case "endpoints":
      return (
        <>
          <NoMetadata engine={engine} form={form} />
          <EnterEndpoints asked={asked} form={form} redirectUri={redirectUri} />
        </>
      );
    case "confirm": {
      const { title, why, urls, confirm } = questionText(asked.question);
      const [first] = urls;
      const url = first && URL.parse(first[1]);
      const question = (
        <fieldset aria-label={title} className={styles.need}>
          <Text as="p" weight="strong">
            {title}
          </Text>
          <p>{why}</p>
          {url && <HostRemarks url={url} />}
          <Stack as="dl" gap={1} className={styles.urls}>
            {urls.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {/* as it is contacted: the name of an international host in its ASCII form */}
                  <ExactText text={URL.parse(value)?.href ?? value} />
                </dd>
              </div>
            ))}
          </Stack>
          <Row wraps>
            <GuardedButton onPress={() => asked.answer(true)}>{confirm}</GuardedButton>
            <Button onPress={() => asked.answer(false)}>Do not</Button>
          </Row>
        </fieldset>
      );
      if (asked.question.kind !== "default-endpoints") return question;
      return (
        <>
          <NoMetadata engine={engine} form={form} />
          {question}
        </>
      );
    }
  }
}

function ChooseIssuer({ asked }: { asked: Extract<Asked, { kind: "issuer" }> }) {
  const [issuer, setIssuer] = useState(asked.issuers[0] ?? "");
  return (
    <div className={styles.need}>
      <RadioGroup
        label="Authorization server"
        description="The server lists several, and accepts a token of any of them."
        choices={asked.issuers.map((each) => ({ id: each, label: exactUrl(each) }))}
        value={issuer}
        onChange={setIssuer}
      />
      <Row wraps>
        <Button variant="primary" onPress={() => asked.answer(issuer)}>
          Use this one
        </Button>
      </Row>
    </div>
  );
}

function EnterClient(props: {
  asked: Extract<Asked, { kind: "client" }>;
  form: AuthorizationFormStore;
  redirectUri: string;
}) {
  const { asked, form, redirectUri } = props;
  const client = clientOf(useStore(form));
  return (
    <div className={styles.need}>
      <p>
        {asked.because === undefined
          ? `${exactUrl(asked.issuer)} does not support dynamic client registration.`
          : `Alternatively, enter a client of ${exactUrl(asked.issuer)}.`}{" "}
        Register this page there manually with the redirect URI <code>{redirectUri}</code>, and
        enter the client ID that you receive.
      </p>
      <ClientFields form={form} />
      <Row wraps>
        <Button
          variant="primary"
          isDisabled={client === undefined}
          onPress={() => asked.answer(client && { ...client, issuer: asked.issuer })}
        >
          Use this client
        </Button>
      </Row>
    </div>
  );
}

function EnterEndpoints(props: {
  asked: Extract<Asked, { kind: "endpoints" }>;
  form: AuthorizationFormStore;
  redirectUri: string;
}) {
  const { asked, form, redirectUri } = props;
  const { endpoints } = authorizationSettings(useStore(form), {
    redirectUri,
    ownMetadataUrl: undefined,
  });
  return (
    <div className={styles.need}>
      <p>
        No metadata says where users of {exactUrl(asked.serverUrl)} sign in. If you know the
        endpoints, enter them.
      </p>
      <EndpointFields form={form} />
      <Row wraps>
        <Button
          variant="primary"
          isDisabled={endpoints === undefined}
          onPress={() => asked.answer(endpoints)}
        >
          Use these endpoints
        </Button>
      </Row>
    </div>
  );
}
