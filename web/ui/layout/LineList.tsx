import type { ComponentPropsWithRef } from 'react';
import { Box } from './Layout.tsx';
import styles from './lineList.module.css';

/** A list in a section without padding. Each item is a row of parts next to each other. */
export function LineList(props: ComponentPropsWithRef<'ul'>) {
  return <Box as="ul" {...props} className={styles.list} />;
}

interface ChoiceListProps extends ComponentPropsWithRef<'ul'> {
  maxHeight: number;
}

/** A scrollable list of options. */
export function ChoiceList(props: ChoiceListProps) {
  return <Box as="ul" {...props} className={styles.choices} mt={8} scroll="y" isFramed isRounded />;
}
