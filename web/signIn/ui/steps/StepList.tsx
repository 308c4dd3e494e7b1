/** Lists the steps of the flow with their states. */
import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleMinus,
  CircleUserRound,
  CircleX,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import type { Flow, FlowChoice, Step, StepState } from "../../../../shared/oauth/flow/flow.ts";
import { formatMs } from "../../../messages/quantities.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Stack } from "../../../ui/primitives/Layout.tsx";
import { Text } from "../../../ui/primitives/Text.tsx";
import {
  choiceText,
  registrationDeprecated,
  stepStateText,
  stepText,
} from "../../messages/authorizationMessages.ts";
import { sections } from "../../messages/authorizationSections.ts";
import type { AuthorizationFormStore } from "../../settings/authorizationForm.ts";
import type { AuthorizationEngine } from "../../store/authorizationEngine.ts";
import { NeedPanel } from "../NeedPanel.tsx";
import { NoMetadata } from "../NoMetadata.tsx";
import { ProblemNote } from "../ProblemNote.tsx";
import { SectionLink } from "../SectionLink.tsx";
import { useObservable } from "../useObservable.ts";
import { ExchangeItem } from "./ExchangeItem.tsx";
import { RedirectItem } from "./RedirectItem.tsx";
import styles from "./StepList.module.css";

interface StepProps {
  readonly engine: AuthorizationEngine;
  readonly form: AuthorizationFormStore;
}

export function StepList(props: StepProps) {
  const flow = useObservable(props.engine.authorization.flow);
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {flow.steps.map((step) => (
        <StepItem key={step.name} step={step} flow={flow} {...props} />
      ))}
    </ol>
  );
}

const icons: Readonly<Record<StepState["kind"], LucideIcon>> = {
  waiting: CircleDashed,
  running: CircleDot,
  needs: CircleUserRound,
  done: CircleCheck,
  skipped: CircleMinus,
  failed: CircleX,
};

function StepItem({ step, flow, engine, form }: StepProps & { step: Step; flow: Flow }) {
  const [chosen, setChosen] = useState<{ readonly kind: StepState["kind"]; isOpen: boolean }>();
  const { kind } = step.state;
  const { name, title, about } = stepText[step.name];
  const word = stepStateText(step);
  const Icon = icons[kind];
  // A step the user opened or closed stays so until its state changes.
  const opensItself = kind === "failed" || kind === "needs";
  const isOpen = chosen?.kind === kind ? chosen.isOpen : opensItself;
  const took =
    step.startedAt !== undefined && step.endedAt !== undefined
      ? ` · ${formatMs(step.endedAt - step.startedAt)}`
      : "";
  const shown = new Set(step.exchanges.flatMap(({ problems }) => problems));
  const problems = [
    ...step.problems,
    ...(step.state.kind === "failed" ? [step.state.problem] : []),
  ].filter((problem, index, all) => all.indexOf(problem) === index && !shown.has(problem));
  const hasDetail = step.exchanges.length + step.choices.length + step.visits.length > 0;
  return (
    <li aria-label={`${name}: ${word}`} data-kind={kind} className={styles.step}>
      <Icon aria-hidden="true" className={styles.icon} />
      <Disclosure
        title={title}
        hint={`${word}${took}`}
        isOpen={isOpen}
        onOpenChange={(next) => setChosen({ kind, isOpen: next })}
        className={styles.content}
      >
        <Stack className={styles.detail}>
          {!hasDetail && (
            <Text as="p" tone="muted">
              {about}
            </Text>
          )}
          {step.choices.length > 0 && <Choices step={step} />}
          {step.choices.some(isDynamicRegistration) && (
            <Text as="p" size="small">
              {registrationDeprecated} <SectionLink section={sections["mcp-client-metadata"]} />
            </Text>
          )}
          {step.exchanges.map((exchange) => (
            <ExchangeItem
              key={exchange.id}
              exchange={exchange}
              engine={engine}
              form={form}
              isRunning={flow.state === "running"}
            />
          ))}
          {step.visits.map((visit) => (
            <RedirectItem key={visit.url} visit={visit} isOver={kind !== "needs"} />
          ))}
          {problems.map((problem) => (
            <ProblemNote key={problem.code} problem={problem} />
          ))}
          {step.state.kind === "failed" && isWithoutMetadata(flow) && (
            <NoMetadata engine={engine} form={form} />
          )}
          {step.state.kind === "needs" && (
            <NeedPanel need={step.state.need} engine={engine} form={form} />
          )}
        </Stack>
      </Disclosure>
    </li>
  );
}

/** Whether the client was registered dynamically, now or before. */
const isDynamicRegistration = ({ what, because, value }: FlowChoice) =>
  what === "registration" &&
  (because === "registered" || (because === "kept" && value === "dynamic"));

/** Whether no metadata named the authorization server. */
function isWithoutMetadata({ steps }: Flow): boolean {
  return steps.some(
    ({ choices, state }) =>
      choices.some(({ because }) => because === "default-endpoints") ||
      (state.kind === "failed" && state.problem.code === "no-server-metadata"),
  );
}

function Choices({ step }: { step: Step }) {
  return (
    <Stack as="dl" gap={1}>
      {step.choices.map((choice) => {
        const { name, reason } = choiceText(choice);
        return (
          <div key={choice.what} className={styles.choice}>
            <dt>{name}</dt>
            <dd>
              <code>{choice.value || "none"}</code> <span>{reason}</span>
            </dd>
          </div>
        );
      })}
    </Stack>
  );
}
