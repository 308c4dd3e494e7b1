/** The rows of messages of taps that wait for the user: they follow those that were sent. */
import type { CSSProperties } from "react";
import { exactLine } from "../../../../shared/core/text/exactText.ts";
import { InitiatorMark } from "../../../messages/InitiatorMark.tsx";
import { formatElapsed, formatTimeOfDay, formatWait } from "../../../messages/quantities.ts";
import { useStores } from "../../../stores/StoresContext.tsx";
import { useNow } from "../../../stores/useNow.ts";
import type { usePausedMessages } from "../../../taps/hooks/usePausedMessages.ts";
import type { HeldMessage } from "../../../taps/store/tapControl.ts";
import { MiddleText } from "../../../ui/lists/MiddleText.tsx";
import styles from "./PausedRows.module.css";
import rowStyles from "./row/MessageRow.module.css";
import { DirectionSign, RowCell } from "./row/MessageRow.tsx";
import { RowStateSign } from "./row/RowStateSign.tsx";
import { nameEndLength } from "./row/rowName.ts";

interface PausedRowsProps {
  readonly paused: ReturnType<typeof usePausedMessages>;
  /** The number of rows above. */
  readonly above: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** The time that elapsed times are counted from; undefined before the first message. */
  readonly zero: number | undefined;
  readonly isServerShown: boolean;
  readonly isClock: boolean;
}

export function PausedRows({ paused, above, rowHeight, ...columns }: PausedRowsProps) {
  let position = above;
  return paused.map(({ name, held }) => (
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table element either
    <div
      key={name}
      role="rowgroup"
      aria-label={`Paused messages of ${exactLine(name, 60)}`}
      className={styles.rows}
      style={{ blockSize: held.length * rowHeight }}
    >
      {held.map((message, at) => {
        position += 1;
        return (
          <PausedRow
            key={message.id}
            {...columns}
            name={name}
            message={message}
            position={position}
            style={{ transform: `translateY(${at * rowHeight}px)` }}
          />
        );
      })}
    </div>
  ));
}

interface PausedRowProps extends Pick<PausedRowsProps, "zero" | "isServerShown" | "isClock"> {
  readonly name: string;
  readonly message: HeldMessage;
  /** One-based. */
  readonly position: number;
  readonly style: CSSProperties;
}

/** It leads to the message's card, in which it is sent. */
function PausedRow(props: PausedRowProps) {
  const { name, message, position, style, zero, isServerShown, isClock } = props;
  const { servers, sessions, view } = useStores();
  const { direction, method, subject, since } = message;
  const show = () => {
    const { opened } = sessions.recordings.getState();
    const own = [...opened].find(([, each]) => each.source === "tap" && each.name === name);
    if (!own) return;
    servers.all.activate(own[0]);
    view.showPane("tap");
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table element either
    // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
    <div
      role="row"
      aria-rowindex={position}
      className={rowStyles.row}
      style={style}
      data-paused=""
      onClick={(event) => {
        // the grid does not select it
        event.stopPropagation();
        show();
      }}
      // its button is pressed, not the selected row
      onKeyDown={(event) => event.stopPropagation()}
    >
      <RowCell className={rowStyles.direction}>
        <DirectionSign entry={{ kind: "message", direction }} />
      </RowCell>
      <RowCell className={rowStyles.fold}>{null}</RowCell>
      <RowCell className={rowStyles.time} title={formatTimeOfDay(performance.timeOrigin + since)}>
        {isClock
          ? formatTimeOfDay(performance.timeOrigin + since)
          : formatElapsed(since - (zero ?? since))}
      </RowCell>
      {isServerShown && <RowCell className={rowStyles.server}>{null}</RowCell>}
      <RowCell className={rowStyles.who}>
        <InitiatorMark initiator={{ kind: direction === "out" ? "client" : "server" }} />
      </RowCell>
      <RowCell className={rowStyles.what}>
        <button type="button" className={styles.name}>
          <MiddleText text={exactLine(subject || method || "Message", 80)} end={nameEndLength} />
        </button>
        <span className={rowStyles.summary}>not yet sent</span>
      </RowCell>
      <RowCell className={rowStyles.state}>
        <RowStateSign state={{ kind: "paused", words: "paused" }} tone="plain" />
      </RowCell>
      <RowCell className={rowStyles.waterfall}>{null}</RowCell>
      <RowCell className={rowStyles.duration}>
        <Waited since={since} />
      </RowCell>
      <RowCell className={rowStyles.size}>{null}</RowCell>
    </div>
  );
}

/** The same number as in the card of the message. */
function Waited({ since }: { readonly since: number }) {
  // what came since the clock was read has waited for no time
  return formatWait(Math.max(0, useNow() - since));
}
