/** Tools that run for a while, report progress, fail, or change something. */
import { membersOf } from "../../core/json/jsonObject.ts";
import { icon } from "../assets.ts";
import { type DemoTool, fields, RpcError, structured, textBlock, textResult } from "../protocol.ts";
import type { DemoState } from "../state.ts";

const levels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

export const runningTools = (state: DemoState): readonly DemoTool[] => [
  {
    name: "count_slowly",
    title: "Count slowly",
    description: "Reports progress and logs each step; can be cancelled.",
    icons: icon('<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>'),
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: fields({
      steps: { type: "integer", minimum: 1, maximum: 100, default: 10 },
      pauseMs: {
        type: "integer",
        minimum: 0,
        maximum: 5000,
        default: 500,
        title: "Pause in milliseconds",
      },
    }),
    async run(call) {
      const steps = within(call.args.steps, 1, 100, 10);
      const pause = within(call.args.pauseMs, 0, 5000, 500);
      for (let step = 1; step <= steps; step++) {
        await call.sleep(pause);
        call.progress(step, steps, `Step ${step} of ${steps}`);
        call.log("info", `Counted to ${step}`);
      }
      return textResult(`Counted to ${steps}.`);
    },
  },
  {
    name: "fail",
    title: "Fail",
    description: "Ends with the error of your choice.",
    icons: icon('<path d="M12 3l9 17H3zM12 10v4M12 17v.01"/>', "#b45309"),
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: fields(
      {
        how: {
          oneOf: [
            { const: "tool", title: "Tool error: a result with isError" },
            { const: "params", title: "Protocol error: invalid params (-32602)" },
            { const: "internal", title: "Protocol error: internal error (-32603)" },
          ],
          default: "tool",
        },
      },
      ["how"],
    ),
    run({ args }) {
      if (args.how === "params")
        throw new RpcError(-32602, "The demo does not accept this value", {
          data: { argument: "how" },
        });
      if (args.how === "internal") throw new RpcError(-32603, "The demo failed, as requested");
      return { ...textResult("The disk is full. Delete some files and try again."), isError: true };
    },
  },
  {
    name: "delete_everything",
    title: "Delete everything",
    description: "Is annotated as destructive, and deletes nothing.",
    icons: icon('<path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13"/>', "#b91c1c"),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    inputSchema: fields({ confirm: { type: "boolean", default: false } }),
    run: () => textResult("Nothing was deleted: this is a demo."),
  },
  {
    name: "write_note",
    title: "Write a note",
    description: "Changes the resource demo://notes/today; subscribers are told.",
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    inputSchema: fields({ text: { type: "string", maxLength: 2000 } }, ["text"]),
    run({ args }) {
      state.writeNote(String(args.text ?? "").slice(0, 2000));
      return textResult("Written to demo://notes/today.");
    },
  },
  {
    name: "toggle_tool",
    title: "Add or remove a tool",
    description: "Changes the list of tools; the client is told.",
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    inputSchema: fields({}),
    run: () =>
      textResult(state.toggleExtraTool() ? "extra_tool was added." : "extra_tool was removed."),
  },
  {
    name: "log_levels",
    title: "Log at every level",
    description: "Sends one log message of each level.",
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: fields({}),
    run(call) {
      const sent = levels.filter((level) =>
        call.log(level, { message: `A message of level ${level}`, level }),
      );
      return textResult(
        `Sent ${sent.length} of ${levels.length} log messages: those at or above the level that the client asks for.`,
      );
    },
  },
  {
    name: "bake_cake",
    since: "2025-06-18",
    title: "Bake a cake",
    description: "Runs as a task where the client supports tasks, and asks for a flavour halfway.",
    icons: icon('<path d="M4 20h16v-8H4zM12 12V8M12 5v.01"/>'),
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    canBeTask: true,
    inputSchema: fields({
      minutes: {
        type: "integer",
        minimum: 1,
        maximum: 30,
        default: 2,
        description: "One minute takes a second here.",
      },
      ask: { type: "boolean", default: true, description: "Whether to ask for a flavour." },
    }),
    outputSchema: fields({ cake: { type: "string" }, minutes: { type: "integer" } }, [
      "cake",
      "minutes",
    ]),
    async run(call) {
      const minutes = within(call.args.minutes, 1, 30, 2);
      let flavour = "plain";
      for (let minute = 1; minute <= minutes; minute++) {
        await call.sleep(1000);
        call.progress(minute, minutes, `Minute ${minute} of ${minutes}`);
      }
      if (call.args.ask !== false) {
        const { action, content } = await call.ask("flavour", {
          method: "elicitation/create",
          params: {
            mode: "form",
            message: "Which flavour?",
            requestedSchema: fields(
              { flavour: { type: "string", enum: ["chocolate", "lemon", "vanilla"] } },
              ["flavour"],
            ),
          },
        });
        if (action === "accept") flavour = String(membersOf(content).flavour ?? flavour);
      }
      return structured({ cake: `A ${flavour} cake`, minutes });
    },
  },
  ...(state.hasExtraTool() ? [extraTool] : []),
];

const extraTool: DemoTool = {
  name: "extra_tool",
  title: "Extra tool",
  description: "Was added by toggle_tool.",
  inputSchema: fields({}),
  run: () => ({ content: [textBlock("Here only since toggle_tool was called.")] }),
};

function within(value: unknown, least: number, most: number, otherwise: number): number {
  if (typeof value !== "number" || !Number.isFinite(value)) return otherwise;
  return Math.min(Math.max(Math.trunc(value), least), most);
}
