/** Switches between conversations and evals. */
import { useStore } from "zustand";
import { RadioGroup } from "../../ui/fields/RadioGroup.tsx";
import type { ChatProps } from "./chatProps.ts";

const sections = [
  { id: "conversations", label: "Conversations" },
  { id: "evals", label: "Evals" },
] as const;

export function ChatSections({ chats: { evals } }: ChatProps) {
  const { isShown } = useStore(evals);
  return (
    <RadioGroup
      label="Part of Chat"
      hideLabel
      look="segments"
      choices={sections}
      value={isShown ? "evals" : "conversations"}
      onChange={(id) => evals.show(id === "evals")}
    />
  );
}
