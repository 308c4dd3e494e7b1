/** The gallery: every control in every state, in one page that `npm run dev` serves. */
import "./app/theme.css";
import { Play, Settings, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { createTab } from "./app/stores/tab.fixture.ts";
import type { Run } from "./calls/store/run.ts";
import { RunState } from "./calls/ui/request/RunState.tsx";
import { TimeStrip } from "./calls/ui/results/TimeStrip.tsx";
import { BlockFrame } from "./content/blocks/BlockFrame.tsx";
import { ResultBlock } from "./content/blocks/ResultBlock.tsx";
import { JsonExplorer } from "./content/json/JsonExplorer.tsx";
import { SchemaForm } from "./form/SchemaForm.tsx";
import { StoresProvider } from "./stores/StoresContext.tsx";
import { Badge } from "./ui/Badge.tsx";
import { Button, IconButton } from "./ui/Button.tsx";
import { Disclosure } from "./ui/Disclosure.tsx";
import { EmptyState } from "./ui/EmptyState.tsx";
import { Checkbox } from "./ui/fields/Checkbox.tsx";
import { RadioGroup } from "./ui/fields/RadioGroup.tsx";
import { SearchField } from "./ui/fields/SearchField.tsx";
import { Select } from "./ui/fields/Select.tsx";
import { Switch } from "./ui/fields/Switch.tsx";
import { TextArea } from "./ui/fields/TextArea.tsx";
import { TextField } from "./ui/fields/TextField.tsx";
import { MiddleText } from "./ui/lists/MiddleText.tsx";
import { Notice } from "./ui/Notice.tsx";
import { Dialog } from "./ui/overlays/Dialog.tsx";
import { ProgressBar } from "./ui/ProgressBar.tsx";
import { type State, StateGlyph } from "./ui/primitives/StateGlyph.tsx";

const { stores } = createTab();
const ignore = () => {};
const longName = "retrieve_the_properties_of_a_page_in_a_database_of_a_workspace";
const rightToLeft = "مرحبًا بالعالم: הזמנה 1007";

const base = { seq: 1, mark: Symbol(), text: "{}", startedAt: stores.clock.now() - 4_100 };
const running = { ...base, kind: "running", progress: undefined, task: undefined } as const;
const task = { taskId: "8463e1f2-77aa-4d1c-9d1e-00c2b1a7d1d1", pollMs: 1000 };
/** What the call bar says; a call that does not fit has its problems in place of it. */
const runs: readonly (readonly [name: string, run: Partial<Run>])[] = [
  ["queued", { queued: "connections" }],
  ["running", {}],
  ["progress", { progress: { progress: 3, total: 5, message: "Toppings" } }],
  ["waits for you", { pausedAt: base.startedAt + 3_000 }],
  ["task", { task: { ...task, status: "working", statusMessage: "Synthesizing findings" } }],
  ["task that asks", { task: { ...task, status: "input_required", statusMessage: longName } }],
];

const schema = {
  type: "object",
  required: ["name", "address"],
  properties: {
    name: { type: "string", description: "Who orders.", minLength: 2 },
    [longName]: { type: "string", title: rightToLeft, description: rightToLeft },
    crust: { type: "string", enum: ["thin", "thick"], default: "thin" },
    size: { type: "string", enum: ["s", "m", "l"] },
    toppings: {
      type: "array",
      uniqueItems: true,
      maxItems: 2,
      items: { enum: ["basil", "olives"] },
    },
    quantity: { type: "integer", minimum: 1, default: 1 },
    cheese: { type: "boolean" },
    payment: {
      oneOf: [
        { title: "Card", type: "object", properties: { number: { type: "string" } } },
        { title: "Cash", type: "object", properties: { change: { type: "number" } } },
      ],
    },
    address: {
      type: "object",
      required: ["street"],
      properties: { street: { type: "string" }, zip: { type: "string", pattern: "^[0-9]{4,6}$" } },
    },
    tags: { type: "array", items: { type: "string" } },
    rows: { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } },
  },
};
const problem = (pointer: string, keyword: string, code: "required" | "invalid") =>
  ({ pointer, keyword, detail: { code } }) as never;
const problems = [
  problem("/name", "required", "required"),
  problem("/address", "required", "required"),
];

const orders = [
  { id: 1001, customer: "Ada", item: longName, price: 89.9, shipped: true },
  { id: 1002, customer: rightToLeft, item: "Monitor", price: 249, shipped: false },
  { id: 1003, customer: "Linus", item: "Mouse", price: 25.5, shipped: true },
];

const states: readonly State[] = [
  "ok",
  "failed",
  "warning",
  "running",
  "queued",
  "waiting",
  "paused",
  "not-applicable",
];

const column = { display: "grid", gridTemplateColumns: "minmax(0, 1fr)" } as const;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} style={{ ...column, gap: "0.75rem" }}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const row = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.75rem" } as const;

function Buttons() {
  return (
    <Section title="Buttons">
      {(["medium", "small"] as const).map((size) => (
        <div key={size} style={row}>
          {(["primary", "default", "quiet", "danger"] as const).map((variant) => (
            <Button key={variant} size={size} variant={variant} icon={Play}>
              {variant}
            </Button>
          ))}
          <Button size={size} isDisabled>
            disabled
          </Button>
          <Button size={size} isBusy>
            busy
          </Button>
          <IconButton size={size} label={`Settings, ${size}`} icon={Settings} />
        </div>
      ))}
    </Section>
  );
}

function Fields() {
  const [choice, setChoice] = useState<"one" | "two">("one");
  const choices = [
    { id: "one" as const, label: "One" },
    { id: "two" as const, label: longName },
  ];
  return (
    <Section title="Fields">
      <TextField label="Text" description="A hint." value="12 Harbour Lane" onChange={ignore} />
      <TextField label="Wrong" errorMessage="Four to six digits" value="12" onChange={ignore} />
      <TextField label="Right to left" value={rightToLeft} onChange={ignore} isMono />
      <TextField label="Disabled" value="cannot be changed" isDisabled onChange={ignore} />
      <TextArea label="Several lines" value={"one\ntwo"} onChange={ignore} />
      <SearchField label="Search" value="olives" onChange={ignore} />
      <Select label="Select" choices={choices} value={choice} onChange={setChoice} />
      <RadioGroup
        label="Segments"
        look="segments"
        choices={choices}
        value={choice}
        onChange={setChoice}
      />
      <Switch label="Switch" isSelected onChange={ignore} />
      <Checkbox label="Checkbox" isSelected onChange={ignore} />
    </Section>
  );
}

function CallBar() {
  return (
    <Section title="Call bar">
      {runs.map(([name, run]) => (
        <section
          key={name}
          aria-label={name}
          style={{ ...row, containerType: "inline-size", containerName: "item-pane" }}
        >
          <RunState
            run={{ ...running, cancel: ignore, ...run } as never}
            asked={{ isAsked: true, since: undefined }}
            last={undefined}
            staleness={undefined}
            target={{ kind: "http", url: "https://demo.invalid/mcp" }}
            timeout={60}
            note={undefined}
            awaitedSince={undefined}
          />
        </section>
      ))}
    </Section>
  );
}

function Results() {
  const block = (text: string, position: number) => (
    <ResultBlock
      block={{ type: "text", text }}
      position={position}
      name="gallery"
      sourceOf={(_, value) => JSON.stringify(value)}
    />
  );
  const text = JSON.stringify(orders);
  return (
    <Section title="Results">
      <TimeStrip
        times={{ sent: 800, waits: [{ from: 1_200, to: 5_300 }], progress: [5_600, 6_000] }}
        total={6_420}
      />
      <BlockFrame type="structuredContent" label="Orders" facts={["244 B"]} file={undefined}>
        <JsonExplorer text={text} label="Orders" />
      </BlockFrame>
      {block(`${rightToLeft} ${longName} !== ->`, 0)}
      {block("# A heading of the server\n\nThis is **Markdown** with `code`.", 1)}
    </Section>
  );
}

function Signs() {
  return (
    <Section title="Signs">
      <div style={row}>
        {states.map((state) => (
          <span key={state} style={{ ...row, gap: "0.25rem" }}>
            <StateGlyph state={state} /> {state}
          </span>
        ))}
      </div>
      <div style={row}>
        {(["neutral", "accent", "waiting", "out", "in", "warning", "violation"] as const).map(
          (tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ),
        )}
      </div>
      <div style={{ inlineSize: "11rem" }}>
        <MiddleText text={longName} />
      </div>
      <ProgressBar label="Progress" value={3} max={5} message="Toppings" />
      <Disclosure title="Folded" hint="3" level={3}>
        What was folded.
      </Disclosure>
    </Section>
  );
}

function Notices() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Notices, empty states, dialogs">
      {(["info", "warning", "error"] as const).map((severity) => (
        <Notice key={severity} severity={severity} title={`What happened: ${severity}`}>
          Why, and what to do.
        </Notice>
      ))}
      <EmptyState title="Nothing here" actions={<Button icon={Trash2}>One action</Button>}>
        What appears here.
      </EmptyState>
      <Button onPress={() => setOpen(true)}>Open dialog</Button>
      <Dialog
        title="A dialog"
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={<Button variant="primary">Confirm</Button>}
      >
        <p>{longName}</p>
      </Dialog>
    </Section>
  );
}

function Gallery() {
  const [text, setText] = useState(
    '{"toppings":["basil"],"cheese":true,"tags":["urgent",""],"rows":[{"id":7}]}',
  );
  return (
    <main
      style={{
        ...column,
        position: "relative",
        gap: "1.5rem",
        padding: "1rem",
        blockSize: "100%",
        overflow: "auto",
      }}
    >
      <h1>Gallery of controls</h1>
      <Buttons />
      <Fields />
      <CallBar />
      <Section title="Form">
        <SchemaForm
          schema={schema}
          text={text}
          onTextChange={setText}
          problems={problems}
          isAttempted
        />
      </Section>
      <Results />
      <Signs />
      <Notices />
    </main>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StoresProvider stores={stores}>
      <Gallery />
    </StoresProvider>,
  );
}
