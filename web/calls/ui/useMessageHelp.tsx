/**
 * Provides help for writing a message to the connected server: its schema, and a message of each
 * method.
 */
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { jsonText } from "../../../shared/core/text/textOfJson.ts";
import type { Method } from "../../../shared/protocol/methods.ts";
import { isRevision } from "../../../shared/protocol/revisions.ts";
import { fitsEditor } from "../../../shared/schema/editorBudget.ts";
import { useConnection } from "../../servers/hooks/useConnection.ts";
import { useItems } from "../../servers/hooks/useItems.ts";
import { type Item, traitsOfKind } from "../../servers/store/catalog/items.ts";
import type { ConnectedView } from "../../servers/store/connections/connection.ts";

type Code = typeof import("../../../shared/protocol/messages/clientMessages.ts");

export interface MessageHelp {
  /** For completion and validation; it follows the method and the name of the tool. */
  readonly schema: unknown;
  readonly methods: readonly Method[];
  /** The smallest message of a method. */
  skeleton(method: Method, id: number): string;
}

const loadCode = () => import("../../../shared/protocol/messages/clientMessages.ts");

/**
 * @returns the help for the active connection, undefined until it is loaded, without a connection
 *   and for revisions that are not known; and an element to render, which loads it
 */
export function useMessageHelp(): readonly [help: MessageHelp | undefined, loader: ReactNode] {
  const { connection, state } = useConnection();
  const [help, setHelp] = useState<MessageHelp>();
  const view = useMemo(
    () => (state.kind === "connected" && connection ? { ...state, connection } : undefined),
    [state, connection],
  );
  return [view && help, view && <Loader key="help" view={view} onHelp={setHelp} />];
}

interface LoaderProps {
  readonly view: ConnectedView;
  readonly onHelp: (help: MessageHelp | undefined) => void;
}

/** Renders nothing, so that an editor keeps its caret when a server connects or disconnects. */
function Loader({ view, onHelp }: LoaderProps) {
  const help = useHelpFor(view);
  useEffect(() => onHelp(help), [help, onHelp]);
  return null;
}

function useHelpFor(view: ConnectedView): MessageHelp | undefined {
  const { revision } = view.client.session.era();
  const { data: tools = none } = useItems(view, traitsOfKind("tool"));
  const { data: prompts = none } = useItems(view, traitsOfKind("prompt"));
  const { data: resources = none } = useItems(view, traitsOfKind("resource"));
  const [code, setCode] = useState<Code>();

  useEffect(() => {
    let isWanted = true;
    // without it, messages are written without help
    loadCode().then(
      (loaded) => isWanted && setCode(loaded),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);

  return useMemo(() => {
    if (!code || !isRevision(revision)) return undefined;
    const schema = code.clientMessageSchema(revision, {
      tools: withSchemas(tools),
      prompts: prompts.map(({ name }) => name),
      resources: resources.map(({ name }) => name),
    });
    return {
      schema,
      methods: code.clientMethods(revision),
      skeleton: (method, id) => code.messageSkeleton(revision, method, id),
    };
  }, [code, revision, tools, prompts, resources]);
}

const none: readonly Item[] = [];

/** Characters of schemas that the editor works with; further tools are completed by name only. */
const maxSchemaLength = 500_000;

function withSchemas(tools: readonly Item[]) {
  let length = 0;
  return tools.map(({ name, raw: { inputSchema } }) => {
    length += jsonText(inputSchema).length;
    const isFollowed = length <= maxSchemaLength && fitsEditor(inputSchema);
    return { name, inputSchema: isFollowed ? inputSchema : undefined };
  });
}
