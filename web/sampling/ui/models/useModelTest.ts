/** Tests a model with one small request. */
import { useRef, useState } from "react";
import { latest } from "../../../../shared/protocol/revisions.ts";
import { useModelStores } from "../../hooks/useModelStores.ts";
import type { ConfiguredModel } from "../../store/models.ts";
import type { GenerationEnd } from "../../store/runModel.ts";

export type ModelTest =
  | { readonly kind: "idle" }
  | { readonly kind: "running" }
  | { readonly kind: "ended"; readonly model: ConfiguredModel; readonly end: GenerationEnd };

const request = {
  messages: [{ role: "user", content: { type: "text", text: "Reply with the word OK." } }],
  maxTokens: 64,
};

/** @returns the newest test, and a function that starts one; `key` replaces the stored key */
export function useModelTest() {
  const { runner } = useModelStores();
  const [test, setTest] = useState<ModelTest>({ kind: "idle" });
  const control = useRef<AbortController>(undefined);
  const begin = async (model: ConfiguredModel, key?: string) => {
    control.current?.abort();
    const own = new AbortController();
    control.current = own;
    setTest({ kind: "running" });
    const options = {
      initiator: { kind: "user" },
      revision: latest.legacy,
      signal: own.signal,
      ...(key ? { key } : {}),
    } as const;
    const end = await runner.run(model, request, options);
    if (control.current === own) setTest({ kind: "ended", model, end });
  };
  return { test, begin };
}
