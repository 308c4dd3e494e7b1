/** The demo server's friendly app: steps of a week as bars, with other weeks at a press. */
import { appHtml } from "./appHtml.ts";

export const chartUri = "ui://demo-server/steps";

export const chartHtml = appHtml({
  title: "Steps",
  style: `
header { display: flex; align-items: center; gap: 8px; margin-bottom: 12px; }
h1 { flex: 1; margin: 0; font-size: 15px; font-weight: 600; }
#bars { display: flex; gap: 8px; height: 160px; }
#bars div { flex: 1; display: flex; flex-direction: column; justify-content: end; text-align: center; font-size: 12px; }
#bars i {
  display: block; min-height: 2px; border-radius: 4px 4px 0 0; transition: height 0.3s;
  background: var(--color-background-info, light-dark(#2563eb, #60a5fa));
}
@media (prefers-reduced-motion: reduce) { #bars i { transition: none; } }
#total { margin: 12px 0 0; color: var(--color-text-secondary, light-dark(#57606a, #9aa4af)); }
`,
  body: `<header><h1 id="week">Steps</h1><button id="before">Week before</button><button id="after">Week after</button></header>
<div id="bars" role="img" aria-label="Steps of each day"></div>
<p id="total" role="status">Waiting for the result…</p>`,
  script: `
let week = 1;
const $ = (id) => document.getElementById(id);
const show = ({ isError, content, structuredContent }) => {
  if (isError) return;
  // before 2025-06-18 a result has its text only
  const { days, week: shown } = structuredContent ?? JSON.parse(content[0].text);
  week = shown;
  $("week").textContent = "Steps in week " + week;
  const most = Math.max(...days.map(({ steps }) => steps));
  $("bars").replaceChildren(...days.map(({ day, steps }) => {
    const bar = document.createElement("div");
    const fill = document.createElement("i");
    fill.style.height = (100 * steps) / most + "%";
    bar.append(String(steps), fill, day);
    return bar;
  }));
  const total = days.reduce((sum, { steps }) => sum + steps, 0);
  $("total").textContent = total.toLocaleString("en") + " steps";
  $("before").disabled = week <= 1;
  $("after").disabled = week >= 52;
};
const load = async (next) => {
  try {
    show(await ask("tools/call", { name: "steps_of_week", arguments: { week: next } }));
  } catch (error) {
    $("total").textContent = error.message;
  }
};
$("before").onclick = () => load(week - 1);
$("after").onclick = () => load(week + 1);
handlers["ui/notifications/tool-input"] = ({ arguments: args }) => {
  $("week").textContent = "Steps in week " + (args?.week ?? 1);
};
handlers["ui/notifications/tool-result"] = show;
handlers["ui/notifications/tool-cancelled"] = () => { $("total").textContent = "Cancelled."; };
await connect({ availableDisplayModes: ["inline", "fullscreen"] });
`,
});

/** Steps of each day of a week, the same each time. */
export function stepsOf(week: number) {
  const names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
  const days = names.map((day, index) => ({
    day,
    steps: 3000 + ((week * 7919 + index * 2969 + week * index * 613) % 9000),
  }));
  return { week, days };
}
