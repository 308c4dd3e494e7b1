/** Provides the JSON Schema of a revision's client messages for completion and validation in the editor. */
import { useEffect, useState } from "react";
import { isRevision } from "../../../shared/mcp/revisions.ts";

/** @returns undefined until it is loaded, and for revisions that are not known */
export function useMessageSchema(revision: string | undefined): unknown {
  const [loaded, setLoaded] = useState<{ revision: string; schema: unknown }>();

  useEffect(() => {
    if (!isRevision(revision)) return;
    let isWanted = true;
    void import("../../../shared/mcp/messages/jsonSchemaOf.ts").then(({ jsonSchemaOf }) => {
      if (isWanted) setLoaded({ revision, schema: jsonSchemaOf(revision, "JSONRPCMessage") });
    });
    return () => {
      isWanted = false;
    };
  }, [revision]);

  return loaded?.revision === revision ? loaded?.schema : undefined;
}
