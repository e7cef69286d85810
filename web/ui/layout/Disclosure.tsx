import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './disclosure.module.css';
import { Text } from './Layout.tsx';

interface DisclosureProps {
  title: string;
  /** The current selection, shown while the part is collapsed. */
  chosen: ReactNode;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  children: ReactNode;
}

/** A collapsible part of a section. */
export function Disclosure({ title, chosen, isOpen, onToggle, children }: DisclosureProps) {
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        <Icon name="chevron-down" size={16} />
        <h3>{title}</h3>
        <Text as="span" isCutShort ms="auto" tone="soft">
          {chosen}
        </Text>
      </summary>
      {children && <div className={styles.body}>{children}</div>}
    </details>
  );
}
