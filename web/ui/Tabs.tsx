/** Tabs: several views, one visible at a time; those that do not fit into the bar are in a menu. */
import { ChevronDown } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import { Badge } from "./Badge.tsx";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { lazyComponent } from "./lazyComponent.tsx";
import { Row } from "./primitives/Layout.tsx";
import styles from "./Tabs.module.css";

const Menu = lazyComponent(async () => (await import("./overlays/Menu.tsx")).Menu, {
  preload: "idle",
});

/** One tab. */
export interface TabView<Id extends string> {
  readonly id: Id;
  /** Accessible name of the tab. */
  readonly label: string;
  /** A count or a sign after the label; hidden from assistive technology. */
  readonly hint?: ReactNode;
  /** How many wait for the user in this view; the tab stays in the bar. */
  readonly waiting?: number;
  readonly content: ReactNode;
  /** Called when the tab is hovered or focused, so that its content can be preloaded. */
  readonly onIntent?: () => void;
}

interface TabsProps<Id extends string> {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly TabView<Id>[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
  /** Controls at the end of the bar. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** The arrow keys move between the tabs of the bar; one from the menu enters it when it is selected. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, value, onChange, actions, className } = props;
  const { room, sizes, observe } = useTabSizes();
  const fitting = tabsThatFit(sizes, (index) => {
    const tab = tabs[index];
    return tab?.id === value || Boolean(tab?.waiting);
  });
  const isHidden = (tab: TabView<Id>) => !fitting(tabs.indexOf(tab));
  const hidden = tabs.filter(isHidden);
  return (
    <AriaTabs
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.id === key);
        if (chosen && chosen.id !== value) onChange(chosen.id);
      }}
      className={cx(styles.tabs, className)}
    >
      <Row gap={0} className={styles.bar}>
        <div ref={room} className={styles.room}>
          <TabList
            aria-label={label}
            items={tabs}
            dependencies={[hidden.map(({ id }) => id).join(" ")]}
            className={cx(styles.list)}
          >
            {(tab) => (
              <Tab
                ref={observe}
                id={tab.id}
                // the arrow keys skip it
                isDisabled={isHidden(tab)}
                className={cx(styles.tab, isHidden(tab) && styles.hidden)}
                onHoverStart={() => tab.onIntent?.()}
                onFocus={() => tab.onIntent?.()}
              >
                {tab.label}
                <Count tab={tab} />
              </Tab>
            )}
          </TabList>
          {hidden.length > 0 && (
            <Menu
              label="More tabs"
              trigger={
                <Button size="small" variant="quiet" aria-label="More tabs" className={styles.more}>
                  More
                  <ChevronDown aria-hidden="true" />
                </Button>
              }
              actions={hidden.map(({ id, label }) => ({ id, label, onAction: () => onChange(id) }))}
            />
          )}
        </div>
        {actions && (
          <Row gap={1} className={styles.actions}>
            {actions}
          </Row>
        )}
      </Row>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={cx(styles.panel)}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

function Count<Id extends string>({ tab: { waiting, hint } }: { tab: TabView<Id> }) {
  if (!waiting && hint === undefined) return null;
  return (
    <span aria-hidden="true" className={styles.hint}>
      {waiting ? <Badge tone="waiting">{waiting}</Badge> : hint}
    </span>
  );
}

/** Widths in pixels. */
interface TabSizes {
  /** Of all tabs in order, also of those in the menu. */
  readonly tabs: readonly number[];
  /** For the tabs and the menu's button; 0 while the bar is not laid out. */
  readonly room: number;
  /** Of the menu's button. */
  readonly more: number;
}

/**
 * @param sizes undefined before they are measured
 * @param isKept whether a tab must stay in the bar
 * @returns whether a tab is in the bar; tabs leave it from the end
 */
export function tabsThatFit(
  sizes: TabSizes | undefined,
  isKept: (index: number) => boolean,
): (index: number) => boolean {
  if (!sizes || sizes.room === 0) return () => true;
  const { tabs, room, more } = sizes;
  let used = tabs.reduce((sum, width) => sum + width, 0);
  if (used <= room) return () => true;
  const left = new Set<number>();
  for (let index = tabs.length - 1; index >= 0 && used > room - more; index--) {
    if (isKept(index)) continue;
    left.add(index);
    used -= tabs[index] ?? 0;
  }
  return (index) => !left.has(index);
}

/** Width of the menu's button in multiples of the font size. */
const moreEms = 6;

function useTabSizes() {
  const room = useRef<HTMLDivElement>(null);
  const observer = useRef<ResizeObserver>(undefined);
  const [sizes, setSizes] = useState<TabSizes>();
  const measure = useCallback(() => {
    if (!room.current) return;
    const tabs = room.current.querySelectorAll<HTMLElement>("[role=tab]");
    setSizes({
      tabs: [...tabs].map((tab) => tab.offsetWidth),
      room: room.current.clientWidth,
      more: moreEms * Number.parseFloat(getComputedStyle(room.current).fontSize),
    });
  }, []);
  const observe = useCallback(
    (element: Element | null) => {
      if (!element) return;
      observer.current ??= new ResizeObserver(measure);
      observer.current.observe(element);
      return () => observer.current?.unobserve(element);
    },
    [measure],
  );
  useEffect(() => observe(room.current), [observe]);
  return { room, sizes, observe };
}
