/** The list beside the playground: requests that wait, and scratch requests. */
import { Plus } from "lucide-react";
import { membersOf } from "../../../shared/core/json/jsonObject.ts";
import { showHidden } from "../../../shared/core/text/showHidden.ts";
import type { InboxItem } from "../../inbox/store/inbox.ts";
import { formatCount } from "../../messages/quantities.ts";
import { useStores } from "../../stores/StoresContext.tsx";
import { Button } from "../../ui/Button.tsx";
import { RowButton } from "../../ui/lists/RowButton.tsx";
import { RowList } from "../../ui/lists/RowList.tsx";
import { Row } from "../../ui/primitives/Layout.tsx";
import type { ScratchRequest } from "../store/scratch.ts";
import styles from "./Playground.module.css";
import { scratchTitle } from "./scratch/scratchTitle.ts";
import { useNewScratch } from "./scratch/useNewScratch.ts";
import type { SamplingSubject } from "./subject.ts";

/** More pending requests are counted, not listed. */
const shownPending = 50;

interface SubjectListProps {
  readonly pending: readonly InboxItem[];
  readonly scratch: readonly ScratchRequest[];
  readonly subject: SamplingSubject | undefined;
}

export function SubjectList({ pending, scratch, subject }: SubjectListProps) {
  const { view } = useStores();
  const newScratch = useNewScratch();
  return (
    <div className={styles.side}>
      <Pending label="Waiting" items={pending.filter(({ ended }) => !ended)} subject={subject} />
      <Pending label="Ended" items={pending.filter(({ ended }) => ended)} subject={subject} />
      {scratch.length > 0 && (
        <section aria-label="Scratch">
          <h3 className={styles.groupTitle}>Scratch</h3>
          <RowList items={scratch} keyOf={({ id }) => id}>
            {(request) => (
              <SubjectRow
                title={scratchTitle(request)}
                hint={request.name === "" ? "not saved" : undefined}
                isSelected={subject?.kind === "scratch" && subject.request.id === request.id}
                onPress={() => view.openSampling({ kind: "scratch", id: request.id })}
              />
            )}
          </RowList>
        </section>
      )}
      <Row gap={1} wraps className={styles.listActions}>
        <Button size="small" icon={Plus} onPress={() => newScratch()}>
          New request
        </Button>
      </Row>
    </div>
  );
}

interface PendingProps {
  readonly label: string;
  readonly items: readonly InboxItem[];
  readonly subject: SamplingSubject | undefined;
}

/** Requests of servers; nothing if there are none. */
function Pending({ label, items, subject }: PendingProps) {
  const { view } = useStores();
  const rest = items.length - shownPending;
  if (items.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3 className={styles.groupTitle}>{label}</h3>
      <RowList items={items.slice(0, shownPending)} keyOf={({ key }) => key}>
        {(item) => (
          <SubjectRow
            title={item.server}
            hint={lastText(item)}
            isSelected={subject?.kind === "request" && subject.item.key === item.key}
            onPress={() => view.openSampling({ kind: "request", key: item.key })}
          />
        )}
      </RowList>
      {rest > 0 && <p className={styles.rest}>and {formatCount(rest, "other")}</p>}
    </section>
  );
}

interface RowProps {
  readonly title: string;
  readonly hint: string | undefined;
  readonly isSelected: boolean;
  readonly onPress: () => void;
}

function SubjectRow({ title, hint, isSelected, onPress }: RowProps) {
  return (
    <RowButton isCompact isCurrent={isSelected} onPress={onPress}>
      <span className={styles.title}>{showHidden(title)}</span>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </RowButton>
  );
}

/** The beginning of the last message. */
function lastText({ input }: InboxItem): string | undefined {
  const { messages } = membersOf(input.params);
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const { content } = membersOf(last);
  const block: unknown = Array.isArray(content) ? content.at(-1) : content;
  const { text, type } = membersOf(block);
  if (typeof text === "string") return showHidden(text.slice(0, 80));
  return typeof type === "string" ? type.slice(0, 40) : undefined;
}
