/** Adds blocks to an answer: text, image, audio, or the use of a tool of the request. */
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import type { JsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { textOfJson } from "../../../../shared/core/text/textOfJson.ts";
import { requiredDefaults } from "../../../../shared/schema/plan/defaults.ts";
import { readFile } from "../../../form/fields/text/readFile.ts";
import { fileTooLargeText } from "../../../messages/requestMessages.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import type { Action } from "../../../ui/action.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/overlays/Menu.tsx";
import { Row } from "../../../ui/primitives/Layout.tsx";
import { blocksOf } from "../request/readRequest.ts";
import { addBlock, readAnswer, setMember } from "./answerText.ts";

/** Larger files are not read. */
const maxFileBytes = 50_000_000;
/** More tools are not listed; they can be used under JSON. */
const maxTools = 200;

interface AddBlockProps {
  readonly text: string;
  readonly params: JsonObject | undefined;
  readonly revision: string;
  readonly onChange: (text: string) => void;
}

export function AddBlock({ text, params, revision, onChange }: AddBlockProps) {
  const { newId } = useStores();
  const [refusal, setRefusal] = useState<string>();
  const image = useRef<HTMLInputElement>(null);
  const audio = useRef<HTMLInputElement>(null);
  // reading a file takes time, and the answer may be edited meanwhile
  const latest = useRef(text);
  latest.current = text;

  const tools = (Array.isArray(params?.tools) ? blocksOf(params.tools) : [])
    .filter((tool) => typeof getOwn(tool, "name") === "string")
    .slice(0, maxTools);
  const addToolUse = (tool: unknown) => {
    const input = JSON.parse(requiredDefaults(getOwn(tool, "inputSchema")));
    const id = `toolu_${newId().replaceAll("-", "").slice(0, 12)}`;
    const added = addBlock(text, { type: "tool_use", id, name: getOwn(tool, "name"), input });
    const isUsual = readAnswer(added)?.stopReason === "endTurn";
    onChange(isUsual ? setMember(added, "stopReason", "toolUse") : added);
  };
  const addFile = async (type: "image" | "audio", file: File | undefined) => {
    if (!file) return;
    setRefusal(undefined);
    if (file.size > maxFileBytes) {
      return setRefusal(fileTooLargeText(maxFileBytes));
    }
    const data = await readFile(file, "base64");
    if (data === undefined) return setRefusal("The file cannot be read.");
    const mimeType = file.type || "application/octet-stream";
    onChange(addBlock(latest.current, { type, data, mimeType }));
  };
  const actions: Action[] = [
    {
      id: "text",
      label: "Text",
      onAction: () => onChange(addBlock(text, { type: "text", text: "" })),
    },
    { id: "image", label: "Image…", onAction: () => image.current?.click() },
    ...(revision >= "2025-03-26"
      ? [{ id: "audio", label: "Audio…", onAction: () => audio.current?.click() }]
      : []),
    ...tools.map((tool, index) => ({
      id: `tool ${index}`,
      label: `Use ${textOfJson(getOwn(tool, "name")).slice(0, 100)}`,
      description: "Tool use",
      onAction: () => addToolUse(tool),
    })),
  ];
  return (
    <Row>
      <Menu
        label="Add a block"
        trigger={
          <Button size="small" variant="quiet" icon={Plus}>
            Add block
          </Button>
        }
        actions={actions}
      />
      {(["image", "audio"] as const).map((type) => (
        <input
          key={type}
          ref={type === "image" ? image : audio}
          type="file"
          accept={`${type}/*`}
          aria-label={type === "image" ? "Image file" : "Audio file"}
          hidden
          onChange={(event) => {
            void addFile(type, event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      ))}
      {refusal !== undefined && <span role="alert">{refusal}</span>}
    </Row>
  );
}
