/** The app that a server names for an elicitation: the user takes its answer into the form, and sends the form. */
import { useLayoutEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { AppAnswer } from "../../../shared/apps/bridgeTypes.ts";
import { targetIdentity } from "../../../shared/config/target.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { duplicateName } from "../../../shared/core/json/jsonText.ts";
import { textAt } from "../../../shared/core/json/textAt.ts";
import { shortened } from "../../../shared/core/text/shortened.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { appsOriginOf } from "../../relay/store/arrival.ts";
import { readItem } from "../../servers/store/catalog/items.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { appOfCall, type ShownCall } from "../store/openApps.ts";
import { createRunningApp } from "../store/runningApp.ts";
import type { RunningApp } from "../store/runningAppTypes.ts";
import { AppCard } from "./AppCard.tsx";
import { initialChoices } from "./initialChoices.ts";

interface ElicitationAppProps {
  readonly view: ConnectedView;
  readonly item: InboxItem;
  /** Of the resource that holds the app. */
  readonly uri: string;
}

/** What the app answered, with the JSON text of its content if it accepts. */
type Said =
  | { readonly kind: "answer"; readonly content: string }
  | { readonly kind: "decline" | "cancel" | "invalid" | "refused" };

const texts: Readonly<Record<Said["kind"], string>> = {
  answer: "The app has answered:",
  decline: "The app says that you decline. Press Decline to do so.",
  cancel: "The app says that you cancel. Press Cancel to do so.",
  invalid: "The app gave no valid answer. Fill in the form.",
  refused: "The app gave no answer. Fill in the form.",
};

/** Characters of the app's answer that are shown. */
const maxShown = 300;

export function ElicitationApp(props: ElicitationAppProps) {
  const { item, uri } = props;
  const { drafts } = useStores().inbox.elicitations;
  const [said, setSaid] = useState<Said>();
  const app = useElicitationApp(props, setSaid);
  return (
    <Stack as="section" gap={2} aria-label="App of the request">
      {app && <Card app={app} />}
      <div role="status">
        {said !== undefined && !item.ended && (
          <Text as="p" size="small">
            {texts[said.kind]}
          </Text>
        )}
      </div>
      {said?.kind === "answer" && !item.ended && (
        <Row gap={2} wraps>
          <Text size="small" dir="auto">
            <code>{shortened(escapeHidden(said.content), maxShown)}</code>
          </Text>
          <Button
            size="small"
            onPress={() => drafts.keep(item.key, { text: said.content, tab: "form" })}
          >
            Fill in the form
          </Button>
        </Row>
      )}
      <Text as="p" size="small" tone="muted" dir="auto">
        The server shows this request as the app {uri.slice(0, 200)}; the form below asks the same.
      </Text>
    </Stack>
  );
}

/** Names the frame; no tool of the server is meant. */
const asked = readItem("tool", { name: "request" });

function Card({ app }: { readonly app: RunningApp }) {
  return <AppCard app={app} state={useStore(app)} tool={asked} asked={undefined} />;
}

/**
 * The app of the request, which ends with the component. What it answers changes nothing by itself: it
 * chooses the moment, at which the user may be about to send the form.
 */
function useElicitationApp(
  { view, item, uri }: ElicitationAppProps,
  onSaid: (said: Said) => void,
): RunningApp | undefined {
  const { traffic, inbox, calls, clock, newId, apps, catalog } = useStores();
  const { connection } = view;
  const { key, serverId, connectionId, server, input } = item;
  const call = useMemo<ShownCall>(
    () => ({
      serverId,
      toolName: `request ${key}`,
      connectionId,
      seq: input.seq,
      startedAt: item.receivedAt,
      uri,
      conversationId: undefined,
    }),
    [serverId, key, connectionId, input.seq, item.receivedAt, uri],
  );
  const take = (answer: AppAnswer) => {
    if ("error" in answer) return onSaid({ kind: "refused" });
    const action = getOwn(JSON.parse(answer.resultText), "action");
    if (action === "decline" || action === "cancel") return onSaid({ kind: action });
    const content = textAt(answer.resultText, ["content"]);
    if (action !== "accept" || content === undefined || duplicateName(content) !== undefined) {
      return onSaid({ kind: "invalid" });
    }
    onSaid({ kind: "answer", content });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is created with is that of its request
  useLayoutEffect(() => {
    const leave = apps.show(call, connection, () =>
      createRunningApp({
        view,
        tool: asked,
        uri,
        done: { seq: input.seq, text: undefined, outcome: { kind: "reloaded" } },
        elicitation: { paramsText: textAt(input.text, ["params"]) ?? "{}", onAnswer: take },
        conversation: undefined,
        clock,
        newId,
        log: traffic.log,
        inbox: inbox.requests,
        consents: calls.consents,
        asker: { serverId, connectionId, server },
        host: {
          appsOrigin: appsOriginOf(performance),
          page: document.baseURI,
          secret: apps.secret(),
        },
        known: apps.knownApp(targetIdentity(connection.target), uri),
        earlierUri: undefined,
        choices: initialChoices(),
        changes: catalog.changes,
        openLink: (url) => void open(url, "_blank", "noopener,noreferrer"),
      }),
    );
    return () => {
      leave();
      apps.end((one) => one.toolName === call.toolName);
    };
  }, [apps, call]);
  return useStore(apps, (state) => appOfCall(state, call));
}
