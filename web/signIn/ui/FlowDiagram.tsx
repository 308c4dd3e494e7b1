/** Draws the sign-in between the server, this page and the issuer: an arrow for each step, with its state. */
import { AppWindow, KeyRound, type LucideIcon, Server } from "lucide-react";
import type { Flow, Step, StepName, StepState } from "../../../shared/oauth/flow/flow.ts";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { type State, StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { stepStateText, stepText } from "../messages/authorizationMessages.ts";
import styles from "./FlowDiagram.module.css";

/** The steps that talk to the MCP server; the others talk to the issuer. */
const atServer: readonly StepName[] = ["resource", "call"];

const labels: Readonly<Record<StepName, string>> = {
  resource: "Metadata",
  issuer: "Metadata",
  register: "Register",
  authorize: "Sign in",
  token: "Token",
  call: "Call",
};

const glyphs: Readonly<Partial<Record<StepState["kind"], State>>> = {
  running: "running",
  needs: "waiting",
  done: "ok",
  failed: "failed",
};

export function FlowDiagram({ flow, serverUrl }: { flow: Flow; serverUrl: string }) {
  const used = flow.steps.filter(({ state }) => state.kind !== "skipped");
  const issuer = used.flatMap(({ choices }) => choices).findLast(({ what }) => what === "issuer");
  const isAtServer = ({ name }: Step) => atServer.includes(name);
  return (
    <div role="img" aria-label={summaryOf(used)} className={styles.diagram}>
      <Node icon={Server} name="Server" host={hostOf(serverUrl)} />
      <Lane steps={used.filter(isAtServer)} toward="start" />
      <Node icon={AppWindow} name="This page" host="" />
      <Lane steps={used.filter((step) => !isAtServer(step))} toward="end" />
      <Node icon={KeyRound} name="Issuer" host={issuer ? hostOf(issuer.value) : "not known yet"} />
    </div>
  );
}

function Node(props: { icon: LucideIcon; name: string; host: string }) {
  const { icon: Icon, name, host } = props;
  return (
    <div className={styles.node}>
      <Icon aria-hidden="true" />
      <span className={styles.name}>{name}</span>
      <bdi title={host} className={styles.host}>
        {host}
      </bdi>
    </div>
  );
}

function Lane({ steps, toward }: { steps: readonly Step[]; toward: "start" | "end" }) {
  return (
    <Stack data-toward={toward}>
      {steps.map(({ name, state: { kind } }) => {
        const glyph = glyphs[kind];
        return (
          <Row gap={1} key={name} className={styles.arrow} data-kind={kind}>
            {glyph && <StateGlyph state={glyph} />}
            {labels[name]}
          </Row>
        );
      })}
    </Stack>
  );
}

/** The step that decides how far the flow is, in words. */
function summaryOf(steps: readonly Step[]): string {
  const step =
    steps.find(({ state: { kind } }) => !["done", "waiting"].includes(kind)) ?? steps.at(-1);
  if (!step) return "Authorization";
  const partner = atServer.includes(step.name) ? "the server" : "the issuer";
  return `${stepText[step.name].title}, between this page and ${partner}: ${stepStateText(step)}`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
