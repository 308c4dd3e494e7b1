/** Saves a report about a server, as Markdown or JSON. */
import { Download } from "lucide-react";
import { finish } from "../../../../../shared/core/steps.ts";
import { saveFile } from "../../../../platform/saveFile.ts";
import { useStores } from "../../../../stores/StoresContext.tsx";
import { useFindings } from "../../../../traffic/hooks/useFindings.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Menu } from "../../../../ui/overlays/Menu.tsx";
import { declaredText } from "../../../store/configured/declaredText.ts";
import type { ConnectedView } from "../../../store/connections/connection.ts";
import { createLogRedactor } from "./logRedactor.ts";
import { reportMarkdown } from "./reportMarkdown.ts";
import { maskServerReport, serverReport } from "./serverReport.ts";

export function ExportReport({ view }: { view: ConnectedView }) {
  const { servers, traffic } = useStores();
  const { log } = traffic;
  const findings = useFindings();

  const save = async (format: "json" | "md") => {
    const server = servers.all.getState().open.get(view.connection.serverId);
    const isModern = view.client.session.era().kind === "modern";
    const isChecked = await findings.settled().then(
      () => true,
      () => false,
    );
    const { entries, length } = log.snapshot();
    const report = serverReport({
      view,
      entries: entries.slice(0, length),
      findingsOf: isChecked ? findings.of : undefined,
      clientCapabilities: server && declaredText(server, isModern),
      at: new Date(),
    });
    const redactor = await createLogRedactor(servers.all.getState(), log);
    finish(redactor.inspectInSteps(JSON.stringify(report)));
    const masked = maskServerReport(report, {
      text: (value) => redactor.text(value, { place: "message" }).text,
      json: (value) => redactor.json(value, { place: "message" }),
    });
    const name = report.server.name === undefined ? "server" : String(report.server.name);
    saveFile(
      `${name.replace(/[^\w-]+/g, "-").slice(0, 60)}-report.${format}`,
      format === "json" ? "application/json" : "text/markdown",
      format === "json" ? `${JSON.stringify(masked, undefined, 2)}\n` : reportMarkdown(masked),
    );
  };

  return (
    <Menu
      label="Export report"
      trigger={
        <Button size="small" icon={Download}>
          Export report
        </Button>
      }
      actions={[
        { id: "md", label: "Markdown", onAction: () => void save("md") },
        { id: "json", label: "JSON", onAction: () => void save("json") },
      ]}
    />
  );
}
