/** Tools with apps, and the documents of these apps. */
import { getOwn } from "../../core/json/getOwn.ts";
import type { JsonObject } from "../../core/json/jsonObject.ts";
import { appExtension, appMimeType } from "../../protocol/appExtension.ts";
import {
  type DemoTool,
  fields,
  structured,
  type ToolCall,
  type ToolResult,
  textResult,
} from "../protocol.ts";
import { chartHtml, chartUri, stepsOf } from "./chart.ts";
import { everyRequestHtml, everyRequestUri } from "./everyRequest.ts";

const annotations = { readOnlyHint: true, openWorldHint: false };
const week = fields({ week: { type: "integer", minimum: 1, maximum: 52, default: 1 } });

const defaultNote = "Hello";

function steps({ args }: ToolCall): ToolResult {
  const number = typeof args.week === "number" ? args.week : 1;
  return structured(stepsOf(Math.min(52, Math.max(1, Math.round(number)))));
}

const all: readonly DemoTool[] = [
  {
    name: "show_steps",
    title: "Show steps",
    description: "Opens an app with the steps of a week.",
    annotations,
    inputSchema: week,
    _meta: { ui: { resourceUri: chartUri } },
    run: steps,
  },
  {
    name: "steps_of_week",
    title: "Steps of a week",
    description: "Only for the app.",
    annotations,
    inputSchema: week,
    _meta: { ui: { resourceUri: chartUri, visibility: ["app"] } },
    run: steps,
  },
  {
    name: "try_app",
    title: "Try an app",
    description: "Opens an app that sends every request of the extension.",
    annotations,
    inputSchema: fields({ note: { type: "string", default: defaultNote } }),
    _meta: { ui: { resourceUri: everyRequestUri } },
    run: ({ args }) =>
      textResult(`Opened with the note ${JSON.stringify(args.note ?? defaultNote)}.`),
  },
  {
    name: "count_for_model",
    title: "Count for the model",
    description: "Only for the model: an app that calls it is refused.",
    annotations,
    inputSchema: fields({}),
    _meta: { ui: { visibility: ["model"] } },
    run: () => textResult("1, 2, 3"),
  },
];

/** The tools with apps; none if the client shows no apps. */
export function appTools(clientCapabilities: JsonObject): readonly DemoTool[] {
  const declared = getOwn(getOwn(clientCapabilities, "extensions"), appExtension);
  const types = getOwn(declared, "mimeTypes");
  return Array.isArray(types) && types.includes(appMimeType) ? all : [];
}

const documents: Readonly<Record<string, string>> = {
  [chartUri]: chartHtml,
  [everyRequestUri]: everyRequestHtml,
};

/** The content of an app's document; not listed, because tools name it. */
export function appContent(uri: unknown): JsonObject | undefined {
  const html = typeof uri === "string" ? getOwn(documents, uri) : undefined;
  if (html === undefined) return undefined;
  return {
    uri,
    mimeType: appMimeType,
    text: html,
    _meta: { ui: { csp: {}, prefersBorder: true } },
  };
}
