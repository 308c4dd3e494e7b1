/** Provides what helps to write a message for the connected server: its schema, and a message of each method. */
import { useEffect, useMemo, useState } from "react";
import type { Method } from "../../../shared/mcp/methods.ts";
import { isRevision } from "../../../shared/mcp/revisions.ts";
import { useItems } from "../../hooks/useItems.ts";
import { type Item, traitsOfKind } from "../../stores/catalog/items.ts";
import type { ConnectedView } from "../../stores/connections/connection.ts";

type Code = typeof import("../../../shared/mcp/messages/clientMessages.ts");

export interface MessageHelp {
  /** For completion and validation; it follows the method and the name of the tool. */
  readonly schema: unknown;
  readonly methods: readonly Method[];
  /** The smallest message of a method. */
  skeleton(method: Method, id: number): string;
}

const loadCode = () => import("../../../shared/mcp/messages/clientMessages.ts");

/** @returns undefined until it is loaded, and for revisions that are not known */
export function useMessageHelp(view: ConnectedView): MessageHelp | undefined {
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

/** Characters of schemas that the editor works with; tools beyond have their name only. */
const mostSchemas = 500_000;

function withSchemas(tools: readonly Item[]) {
  let length = 0;
  return tools.map(({ name, raw: { inputSchema } }) => {
    length += JSON.stringify(inputSchema)?.length ?? 0;
    return { name, inputSchema: length <= mostSchemas ? inputSchema : undefined };
  });
}
