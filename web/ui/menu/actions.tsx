import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IconName } from '../../../contract/icons.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import { LazyMenu } from './LazyMenu.tsx';

const text = textsOf<typeof common>('common');

/** An action on rows. Button, menu, bulk bar and palette use the same object. */
export interface Action<Row> {
  id: string;
  title: string;
  icon: IconName;
  isDangerous?: boolean;
  /**
   * Why this row doesn't currently allow the action, as reported by the server. Null if it does.
   */
  reason(row: Row): string | null;
  /**
   * Text below the action in a menu while it's available, such as its cost if it runs immediately.
   */
  note?(row: Row): ReactNode;
  /** Runs the action, or opens its dialog. */
  run(rows: readonly Row[]): void;
}

/** An action button. Disabled with the reason rather than hidden. */
export function ActionButton<Row>({
  action,
  row,
  isPrimary,
}: {
  action: Action<Row>;
  row: Row;
  isPrimary?: boolean;
}) {
  const reason = action.reason(row);
  return (
    <Button
      variant={isPrimary ? 'filled' : 'default'}
      size="xs"
      leftSection={<Icon name={action.icon} size={15} />}
      {...(reason !== null
        ? { 'data-disabled': true, 'aria-disabled': true, 'data-hint': reason }
        : {})}
      onClick={(event) => (reason === null ? action.run([row]) : event.preventDefault())}
    >
      {action.title}
    </Button>
  );
}

/** The menu of actions on one row. */
export function ActionMenu<Row>({
  actions,
  row,
  name,
}: {
  actions: readonly Action<Row>[];
  row: Row;
  name: string;
}) {
  const entries = () =>
    actions.map((action) => ({
      ...{
        key: action.id,
        title: action.title,
        icon: action.icon,
        isDangerous: action.isDangerous ?? false,
      },
      reason: action.reason(row),
      note: action.note?.(row),
      run: () => action.run([row]),
    }));
  return (
    <LazyMenu
      button={<IconButton icon="dots" label={text('rowActions', { name })} hint="" />}
      parts={() => [{ key: 'actions', entries: entries() }]}
    />
  );
}
