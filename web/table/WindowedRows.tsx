import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { Column } from './columns.ts';
import type { DataTableProps } from './list.ts';
import { TableHead, TableRow } from './TableParts.tsx';

interface WindowedRowsProps<Row extends { id: string | number }> extends DataTableProps<Row> {
  shown: readonly Column<Row>[];
  rows: readonly Row[];
  selected: ReadonlyMap<Row['id'], Row>;
  onToggle(row: Row): void;
}

const rowHeight = 45;

function toggleChanged<Row extends { id: string | number }>(
  rows: readonly Row[],
  nextSelection: ReadonlyMap<Row['id'], Row>,
  selected: ReadonlyMap<Row['id'], Row>,
  toggle: (row: Row) => void,
): void {
  for (const row of rows) if (nextSelection.has(row.id) !== selected.has(row.id)) toggle(row);
}

/**
 * For long lists, renders the visible rows only, with empty space above and below for the others.
 */
export default function WindowedRows<Row extends { id: string | number }>(
  props: WindowedRowsProps<Row>,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, shown, selected } = props;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const visible = virtual.getVirtualItems();
  const topSpace = visible[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  const span = shown.length + (props.bulkActions ? 1 : 0) + (props.rowActions ? 1 : 0);
  return (
    <div
      ref={scroller}
      className="table-scroll table-window"
      data-stale={props.answer.isPlaceholderData || undefined}
    >
      <table aria-label={props.label} aria-rowcount={rows.length}>
        <TableHead
          {...props}
          onSelectAll={(all) => toggleChanged(rows, all, selected, props.onToggle)}
        />
        <tbody>
          <tr className="table-gap">
            <td colSpan={span} style={{ height: topSpace }} />
          </tr>
          {visible.map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <TableRow key={row.id} row={row} {...props} isSelected={selected.has(row.id)} />
              )
            );
          })}
          <tr className="table-gap">
            <td colSpan={span} style={{ height: below }} />
          </tr>
        </tbody>
      </table>
    </div>
  );
}
