import { Button } from '@mantine/core';
import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Action } from '../ui/menu/actions.tsx';

const text = textsOf<typeof common>('common');

/** Bulk actions for the selected rows. An action runs on the rows that allow it. */
export function SelectionBar<Row>({
  rows,
  actions,
  onClear,
}: {
  rows: readonly Row[];
  actions: readonly Action<Row>[];
  onClear(): void;
}) {
  return (
    <section className="selection-bar" aria-label={text('selected', { count: rows.length })}>
      <strong>{text('selected', { count: rows.length })}</strong>
      {actions.map((action) => {
        const eligible = rows.filter((row) => action.reason(row) === null);
        const first = rows[0];
        const reason = eligible.length === 0 && first !== undefined ? action.reason(first) : null;
        return (
          <Button
            key={action.id}
            size="xs"
            variant="default"
            {...(action.isDangerous ? { className: 'menu-danger' } : {})}
            leftSection={<Icon name={action.icon} size={15} />}
            {...(reason !== null
              ? { 'data-disabled': true, 'aria-disabled': true, 'data-hint': reason }
              : {})}
            onClick={() => eligible.length > 0 && action.run(eligible)}
          >
            {eligible.length === rows.length
              ? action.title
              : `${action.title} (${eligible.length})`}
          </Button>
        );
      })}
      <button type="button" className="link-button" onClick={onClear}>
        {text('clearSelection')}
      </button>
    </section>
  );
}
