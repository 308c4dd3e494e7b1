/** Tabs: several views, one visible at a time. */
import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import { cx } from "./cx.ts";
import styles from "./Tabs.module.css";

/** One tab. */
export interface TabView<Id extends string> {
  readonly id: Id;
  /** Accessible name of the tab. */
  readonly label: string;
  /** A count or a sign after the label; hidden from assistive technology. */
  readonly hint?: ReactNode;
  readonly content: ReactNode;
  /** Called when the tab is hovered or focused, so that its content can be preloaded. */
  readonly onIntent?: () => void;
  /** Keeps the content mounted, hidden, while another tab is shown. */
  readonly keepMounted?: boolean;
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

/** The arrow keys move between the tabs. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, tabs, value, onChange, actions, className } = props;
  return (
    <AriaTabs
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = tabs.find((tab) => tab.id === key);
        if (chosen && chosen.id !== value) onChange(chosen.id);
      }}
      className={cx(styles.tabs, className)}
    >
      <div className={styles.bar}>
        <TabList aria-label={label} items={tabs} className={cx(styles.list)}>
          {(tab) => (
            <Tab
              id={tab.id}
              className={cx(styles.tab)}
              onHoverStart={() => tab.onIntent?.()}
              onFocus={() => tab.onIntent?.()}
            >
              {tab.label}
              {tab.hint !== undefined && (
                <span aria-hidden="true" className={styles.hint}>
                  {tab.hint}
                </span>
              )}
            </Tab>
          )}
        </TabList>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {tabs.map((tab) => (
        <TabPanel
          key={tab.id}
          id={tab.id}
          shouldForceMount={tab.keepMounted ?? false}
          className={cx(styles.panel)}
        >
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
