/** A form for the tool that an app registered and that is chosen in the explorer. */
import { useState } from "react";
import { useStore } from "zustand";
import type { AppAnswer } from "../../../shared/apps/bridgeTypes.ts";
import { JsonView } from "../../editor/JsonView.tsx";
import { SchemaForm } from "../../form/SchemaForm.tsx";
import type { Item } from "../../servers/store/catalog/items.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { Heading, Text } from "../../ui/primitives/Text.tsx";
import { submitArea } from "../../ui/submitArea.ts";
import type { AppState } from "../store/appState.ts";
import type { RunningApp } from "../store/runningAppTypes.ts";

interface AppToolFormProps {
  readonly app: RunningApp;
  readonly state: AppState;
}

export function AppToolForm({ app, state }: AppToolFormProps) {
  const chosen = useStore(useStores().apps, ({ chosen }) => chosen);
  const tool = state.tools.find(({ name }) => chosen?.appId === app.id && chosen.name === name);
  return tool ? <ToolForm key={tool.name} app={app} tool={tool} /> : null;
}

function ToolForm({ app, tool }: { readonly app: RunningApp; readonly tool: Item }) {
  const [text, setText] = useState("{}");
  const [isRunning, setRunning] = useState(false);
  const [answer, setAnswer] = useState<AppAnswer>();
  const call = async () => {
    setRunning(true);
    setAnswer(await app.callTool(tool.name, text));
    setRunning(false);
  };
  return (
    <section aria-label={`Tool of the app: ${tool.label}`} {...submitArea(() => void call())}>
      <Stack>
        <Row>
          <Heading level={4} isMono>
            {tool.label}
          </Heading>
          <Text size="small" tone="muted">
            Tool of the app
          </Text>
        </Row>
        <SchemaForm
          schema={tool.raw.inputSchema ?? { type: "object" }}
          text={text}
          onTextChange={setText}
          idPrefix={`app-${tool.name}`}
        />
        <Row>
          <Button size="small" isBusy={isRunning} onPress={call}>
            Call tool of the app
          </Button>
        </Row>
        {answer &&
          ("error" in answer ? (
            <Text as="p" tone="violation">
              {answer.error.code}: {answer.error.message}
            </Text>
          ) : (
            <JsonView text={answer.resultText} label="Answer of the app" pretty maxHeight="14rem" />
          ))}
      </Stack>
    </section>
  );
}
