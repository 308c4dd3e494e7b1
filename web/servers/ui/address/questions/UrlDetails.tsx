/** Shows which URL is contacted and which headers it gets, with changes. */
import { type HttpTarget, urlPieces } from "../../../../../shared/config/target.ts";
import { hasHidden, uncovered } from "../../../../../shared/core/text/shownText.ts";
import { ExactText } from "../../../../content/ExactText.tsx";
import { HostRemarks } from "../../../../content/HostRemarks.tsx";
import type { ShownValue } from "../../../store/valueOrigins.ts";
import styles from "./Questions.module.css";
import { Revealable } from "./Revealable.tsx";
import { type ServerDefinitionChange, Values } from "./Values.tsx";

interface UrlDetailsProps {
  readonly target: HttpTarget;
  readonly headers: readonly ShownValue[];
  readonly change?: ServerDefinitionChange | undefined;
}

export function UrlDetails({ target, headers, change }: UrlDetailsProps) {
  const pieces = urlPieces(target);
  const isHidden =
    hasHidden(pieces) || headers.some(([, , value]) => value === undefined || hasHidden(value));
  const url = URL.parse(target.url);
  const [before] = change?.before?.words ?? [];
  const isChanged = before !== undefined && before !== change?.url;
  // parsed for the warnings only
  if (url && target.userinfo !== undefined) url.username = "user";
  return (
    <Revealable isHidden={isHidden}>
      {(isRevealed) => (
        <>
          {url && <HostRemarks url={url} />}
          <pre className={styles.exact}>
            <ExactText text={isRevealed ? uncovered(pieces) : pieces} />
            {isChanged && (
              <>
                {"\n"}
                <span className={styles.changed}>changed, was </span>
                <del>
                  <ExactText text={before} />
                </del>
              </>
            )}
          </pre>
          <dl className={styles.facts}>
            {target.userinfo !== undefined && (
              <>
                <dt>User name and password</dt>
                <dd className={styles.exactly}>
                  <ExactText text={target.userinfo} />
                </dd>
              </>
            )}
            <dt>Headers</dt>
            <dd>
              <Values
                values={headers}
                separator=": "
                noun="headers"
                none="those of MCP, and your sign-in at this server if you have one"
                change={change}
                isRevealed={isRevealed}
              />
            </dd>
          </dl>
        </>
      )}
    </Revealable>
  );
}
