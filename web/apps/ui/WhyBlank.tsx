/** The steps from a result to an app that is seen, each with its evidence; what was blocked, with its fix. */
import { BookOpen } from "lucide-react";
import { useState } from "react";
import type { DeclaredDomains } from "../../../shared/apps/declaredDomains.ts";
import { parseJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { formatMs } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Row, Stack } from "../../ui/primitives/Layout.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { Text } from "../../ui/primitives/Text.tsx";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import {
  appSteps,
  type BlockedFix,
  blockedFixes,
  type Declared,
  policyText,
} from "../messages/appSteps.ts";
import type { AppState } from "../store/appState.ts";
import type { RunningApp } from "../store/runningAppTypes.ts";
import styles from "./WhyBlank.module.css";

interface WhyBlankProps {
  readonly app: RunningApp;
  readonly state: AppState;
  readonly declared: Declared;
  readonly uri: string;
}

export function WhyBlank({ app, state, declared, uri }: WhyBlankProps) {
  const steps = appSteps(state, declared, uri);
  const reached = steps.filter((step) => step.state === "ok").length;
  const fixes = blockedFixes(state.blocked);
  const { painted } = state.moments;
  /** What the user chose; before that, the steps are shown if one of them failed. */
  const [chosen, choose] = useState<boolean>();
  const isOpen = chosen ?? steps.some((step) => step.state === "failed");
  return (
    <div>
      <Disclosure
        title="Why blank?"
        level={4}
        hint={
          <span className={styles.hint}>
            {state.policy && (
              <Text isCut className={styles.contacts}>
                {policyText(state.policy)} ·
              </Text>
            )}
            {reached} of {steps.length}
            {reached === steps.length && <StateGlyph state="ok" />}
            {painted !== undefined && formatMs(painted)}
          </span>
        }
        isOpen={isOpen}
        onOpenChange={choose}
      >
        <ol aria-label="Why blank?">
          {steps.map(({ label, state: is, evidence, href }) => (
            <Row as="li" key={label} className={styles.step} data-state={is}>
              <StateGlyph state={is} label={stateWords[is] ?? is} />
              <span className={styles.label}>{label}</span>
              <Text
                tone="muted"
                size="meta"
                isNumeric
                isCut
                className={styles.evidence}
                title={evidence}
              >
                {evidence}
              </Text>
              <a href={href} target="_blank" rel="noreferrer" className={styles.section}>
                <BookOpen aria-hidden="true" />
                <VisuallyHidden>Specification of {label}</VisuallyHidden>
              </a>
            </Row>
          ))}
        </ol>
      </Disclosure>
      {fixes.map((fix) => (
        <Fix
          key={`${fix.blocked.disposition} ${fix.blocked.directive} ${fix.blocked.url}`}
          fix={fix}
          onTry={app.tryWith}
        />
      ))}
    </div>
  );
}

const stateWords: Readonly<Record<string, string>> = {
  ok: "done",
  "not-applicable": "not reached",
  running: "waiting",
};

interface FixProps {
  readonly fix: BlockedFix;
  readonly onTry: (domains: DeclaredDomains) => void;
}

function Fix({ fix: { blocked, count, line }, onTry }: FixProps) {
  const { directive, url, disposition, line: at } = blocked;
  const domains = line === undefined ? undefined : parseJsonObject(`{${line}}`);
  return (
    <Stack
      className={styles.fix}
      data-reported={disposition === "report" || url === "eval" || undefined}
    >
      <p className={styles.blocked}>
        <code>{directive}</code> {disposition === "report" ? "would block" : "blocks"}{" "}
        <code>{url.slice(0, 400)}</code>
        {at !== undefined && at > 0 && `, line ${at}`}
        {count > 1 && `, ${count} times`}
      </p>
      {line === undefined ? (
        <p className={styles.blocked}>
          No line of _meta.ui.csp can allow it.
          {url === "eval" && " The policy of lax hosts does; many libraries only try it."}
        </p>
      ) : (
        <>
          <pre className={styles.line}>{`"_meta": { "ui": { "csp": {\n  ${line}\n} } }`}</pre>
          <Row wraps>
            <CopyButton text={line} size="small" />
            {domains && (
              <Button size="small" onPress={() => onTry(domains as DeclaredDomains)}>
                Try with it
              </Button>
            )}
          </Row>
        </>
      )}
    </Stack>
  );
}
