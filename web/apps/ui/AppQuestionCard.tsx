/** Asks the user for what an app wants to do; nothing that the app wrote can confirm it. */
import { exactLine } from "../../../shared/core/text/exactText.ts";
import { ExactText } from "../../content/ExactText.tsx";
import requestStyles from "../../content/RequestCard.module.css";
import { ToolChanges } from "../../content/ToolChanges.tsx";
import { JsonView } from "../../editor/JsonView.tsx";
import { formatSize } from "../../messages/quantities.ts";
import { Button } from "../../ui/Button.tsx";
import { GuardedButton } from "../../ui/overlays/GuardedButton.tsx";
import { StateGlyph } from "../../ui/primitives/StateGlyph.tsx";
import { permissionNames, wishTexts } from "../messages/appTexts.ts";
import type { AppQuestion, AppWish } from "../store/appQuestions.ts";

interface AppQuestionProps {
  readonly question: AppQuestion;
  /** The tool whose app asks. */
  readonly tool: string;
}

export function AppQuestionCard({ question, tool }: AppQuestionProps) {
  const { wish, answer } = question;
  const { title, confirm, decline, isRememberable } = wishTexts(wish);
  return (
    <section aria-label={title} className={requestStyles.request}>
      <header className={requestStyles.header}>
        <StateGlyph state="waiting" />
        <h3 className={requestStyles.heading}>{title}</h3>
        <span className={requestStyles.server}>asked by the app of {exactLine(tool, 80)}</span>
      </header>
      <div className={requestStyles.body}>
        <Wish wish={wish} />
      </div>
      <div className={requestStyles.foot}>
        <div className={requestStyles.actions}>
          <GuardedButton variant="primary" onPress={() => answer(true)}>
            {confirm}
          </GuardedButton>
          {isRememberable && (
            <GuardedButton onPress={() => answer(true, true)}>
              {`${confirm} and do not ask again`}
            </GuardedButton>
          )}
          <Button onPress={() => answer(false)}>{decline}</Button>
        </div>
      </div>
    </section>
  );
}

function Wish({ wish }: { readonly wish: AppWish }) {
  switch (wish.kind) {
    case "call":
      return (
        <>
          <JsonView text={wish.text} label="What is sent" pretty maxHeight="16rem" />
          {wish.change && (
            <>
              <p>This tool has changed since you agreed to it:</p>
              <ToolChanges before={wish.change.before} after={wish.tool.definition} />
            </>
          )}
        </>
      );
    case "link":
      return (
        <p className={requestStyles.address}>
          <ExactText text={wish.url} />
        </p>
      );
    case "download":
      return (
        <ul>
          {wish.files.map(({ name, bytes, url }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the files of one request keep their order
            <li key={at}>
              <ExactText text={name} />{" "}
              {bytes ? formatSize(bytes.byteLength) : url !== undefined && <ExactText text={url} />}
            </li>
          ))}
        </ul>
      );
    case "message":
      return (
        <JsonView text={JSON.stringify(wish.content)} label="Message" pretty maxHeight="16rem" />
      );
    case "context":
      return <JsonView text={wish.text} label="Model context" pretty maxHeight="16rem" />;
    case "permissions":
      return <p>{wish.permissions.map((name) => permissionNames[name]).join(", ")}</p>;
    case "local-sources":
      return (
        <>
          <p>
            With it, the server’s code can send requests to programs there, which may trust them.
          </p>
          <ul aria-label="Addresses">
            {wish.sources.map((source) => (
              <li key={source} className={requestStyles.address}>
                <ExactText text={source} />
              </li>
            ))}
          </ul>
        </>
      );
  }
}
