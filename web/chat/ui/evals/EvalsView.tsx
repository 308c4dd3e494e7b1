/** Evals: suites of cases, what models did in them, and other descriptions of tools. */

import { Download, Ellipsis, FilePlus, Trash2, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { demoUrl } from "../../../../shared/demo/demoUrl.ts";
import { readSuite } from "../../../../shared/evals/evalSuite.ts";
import { comparedSuite } from "../../../../shared/evals/skillCases.ts";
import { saveFile } from "../../../platform/saveFile.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FileImport } from "../../../ui/fields/FileImport.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import { Row, Stack } from "../../../ui/primitives/Layout.tsx";
import { unreadSkillsText } from "../../messages/evalMessages.ts";
import {
  type SuiteDocument,
  suiteName,
  suiteText,
  suiteWith,
} from "../../store/evals/evalDocuments.ts";
import bar from "../Chat.module.css";
import { ChatSections } from "../ChatSections.tsx";
import type { ChatProps } from "../chatProps.ts";
import { useServerTools } from "../useServerTools.ts";
import { ChoiceMatrix } from "./ChoiceMatrix.tsx";
import { DescriptionLab } from "./DescriptionLab.tsx";
import { EvalRunBar } from "./EvalRunBar.tsx";
import styles from "./Evals.module.css";
import { OverTime } from "./OverTime.tsx";
import { ResultTable } from "./ResultTable.tsx";
import { SuiteEditor } from "./SuiteEditor.tsx";

/** Bytes of a suite. */
const maxBytes = 8 * 1024 * 1024;

export function EvalsView({ chats }: ChatProps) {
  const { evals } = chats;
  const { suites, activeId } = useStore(evals);
  const suite = suites.find(({ id }) => id === activeId);
  return (
    <Stack gap={0} className={bar.chat}>
      <Row wraps className={bar.bar}>
        <ChatSections chats={chats} />
        {suite && (
          <Select
            label="Suite"
            hideLabel
            isQuiet
            choices={suites.map((one) => ({ id: one.id, label: suiteName(one) }))}
            value={suite.id}
            onChange={evals.activate}
            className={bar.picker}
          />
        )}
        {suite && (
          <AddSuite chats={chats}>
            {(begin, choose) => (
              <Menu
                label="Suite actions"
                trigger={<IconButton label="Suite actions" icon={Ellipsis} />}
                actions={[
                  { id: "new", label: "New suite", icon: FilePlus, onAction: begin },
                  { id: "import", label: "Import suite", icon: Upload, onAction: choose },
                  {
                    id: "export",
                    label: "Export suite",
                    icon: Download,
                    onAction: () => saveFile("suite.eval.json", "application/json", suite.text),
                  },
                  {
                    id: "delete",
                    label: "Delete suite",
                    icon: Trash2,
                    isDanger: true,
                    onAction: () => evals.remove(suite.id),
                  },
                ]}
              />
            )}
          </AddSuite>
        )}
      </Row>
      <div className={styles.scroll}>
        {suite ? (
          <Suite key={suite.id} chats={chats} document={suite} />
        ) : (
          <FirstSuite chats={chats} />
        )}
      </div>
    </Stack>
  );
}

/** Of a server of one's own the suite is written, that of the demo server is ready. */
function FirstSuite({ chats }: ChatProps) {
  const { servers } = useStores();
  const [server] = useServerTools();
  const isDemo = useStore(servers.all, ({ open }) => {
    const target = server && open.get(server.serverId)?.target;
    return target?.kind === "http" && target.url === demoUrl;
  });
  const addDemo = async () => {
    const { default: text } = await import("../../../../docs/examples/demo.eval.json?raw");
    chats.evals.add(text);
  };
  return (
    <EmptyState
      title="Does a model choose the right tool?"
      actions={
        <AddSuite chats={chats}>
          {(begin, choose) => (
            <>
              {isDemo ? (
                <>
                  <Button variant="primary" onPress={() => void addDemo()}>
                    Suite of the demo server
                  </Button>
                  <Button onPress={begin}>New suite</Button>
                </>
              ) : (
                <Button variant="primary" onPress={begin}>
                  New suite
                </Button>
              )}
              <Button onPress={choose}>Import suite</Button>
            </>
          )}
        </AddSuite>
      }
    >
      A suite has messages and the calls that they should lead to. Save cases from conversations and
      from calls, or begin with one of your own.
    </EmptyState>
  );
}

interface AddSuiteProps extends ChatProps {
  /** @param begin begins a suite @param choose opens the dialog for a file */
  readonly children: (begin: () => void, choose: () => void) => ReactNode;
}

function AddSuite({ chats: { evals }, children }: AddSuiteProps) {
  const [server] = useServerTools();
  const begin = () => {
    const tool = String(server?.definitions[0]?.name ?? "");
    const expect = tool === "" ? [] : [{ kind: "called", tool } as const];
    const first = { name: "first case", message: "What a user would write", expect };
    evals.add(suiteText(suiteWith(first, "New suite")));
    evals.edit(true);
  };
  const read = (text: string) => {
    const suite = readSuite(text);
    if (suite.kind === "refused") return `It is not a suite: ${suite.reason}`;
    evals.add(text);
    return undefined;
  };
  return (
    <FileImport
      label="File of a suite"
      maxBytes={maxBytes}
      tooLargeText="The file is larger than 8 MB."
      onText={read}
    >
      {(choose) => children(begin, choose)}
    </FileImport>
  );
}

function Suite({ chats, document }: ChatProps & { readonly document: SuiteDocument }) {
  const { results, isEditing } = useStore(chats.evals);
  const read = readSuite(document.text);
  const own = results.filter(({ suiteId }) => suiteId === document.id);
  const ofSuite = own.filter(({ lab }) => lab === undefined);
  const [chosen, setChosen] = useState<{
    readonly id: string;
    readonly newest: string | undefined;
  }>();
  const newest = ofSuite.at(-1);
  // a further run shows its own result
  const shown =
    ofSuite.find(({ id }) => id === chosen?.id && newest?.id === chosen.newest) ?? newest;
  const unread = shown && unreadSkillsText(shown);
  return (
    <Stack gap={4} className={styles.page}>
      {(isEditing || read.kind === "refused") && <SuiteEditor chats={chats} document={document} />}
      {read.kind === "refused" ? (
        <Notice severity="warning" title="The text is not a suite." isLive={false}>
          {read.at === "" ? read.reason : `${read.at}: ${read.reason}`}
        </Notice>
      ) : (
        <>
          <EvalRunBar chats={chats} document={document} suite={comparedSuite(read.suite)} />
          {unread !== undefined && (
            <Notice severity="warning" title="Skills were not read." isLive={false}>
              {unread}
            </Notice>
          )}
          <ResultTable
            suite={comparedSuite(read.suite)}
            results={ofSuite}
            result={shown}
            onShow={(id) => setChosen({ id, newest: newest?.id })}
          />
          {shown && <ChoiceMatrix result={shown} />}
          <OverTime results={own} />
          <DescriptionLab
            chats={chats}
            document={document}
            suite={comparedSuite(read.suite)}
            results={own}
          />
        </>
      )}
    </Stack>
  );
}
