import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { ActionMenu } from '../ui/menu/actions.tsx';
import type { Column } from './columns.ts';
import type { DataTableProps } from './list.ts';

const text = textsOf<typeof common>('common');

interface HeaderProps<Row extends { id: string | number }> extends DataTableProps<Row> {
  shown: readonly Column<Row>[];
  rows: readonly Row[];
  selected: ReadonlyMap<Row['id'], Row>;
  onSelectAll(selected: ReadonlyMap<Row['id'], Row>): void;
}

export function TableHead<Row extends { id: string | number }>({
  shown,
  rows,
  selected,
  onSelectAll,
  state,
  onChange,
  bulkActions,
  rowActions,
}: HeaderProps<Row>) {
  const onPage = rows.filter((row) => selected.has(row.id)).length;
  return (
    <thead>
      <tr>
        {bulkActions && (
          <th className="cell-select">
            <input
              type="checkbox"
              className="tick"
              aria-label={text('selectAll')}
              checked={onPage === rows.length}
              ref={(box) => {
                if (box) box.indeterminate = onPage > 0 && onPage < rows.length;
              }}
              onChange={() =>
                onSelectAll(
                  onPage === rows.length ? new Map() : new Map(rows.map((row) => [row.id, row])),
                )
              }
            />
          </th>
        )}
        {shown.map((column) => {
          const direction =
            state.sorting === column.sort
              ? 'ascending'
              : state.sorting === `-${column.sort}`
                ? 'descending'
                : undefined;
          return (
            <th
              key={column.key}
              data-align={column.align}
              data-name={column.isName || undefined}
              style={column.width ? { width: column.width } : undefined}
              aria-sort={column.sort ? (direction ?? 'none') : undefined}
            >
              {column.sort ? (
                <button
                  type="button"
                  onClick={() =>
                    onChange({
                      sorting: direction === 'ascending' ? `-${column.sort}` : (column.sort ?? ''),
                    })
                  }
                >
                  {column.title}
                </button>
              ) : (
                column.title
              )}
            </th>
          );
        })}
        {rowActions && (
          <th className="cell-actions">
            <span className="visually-hidden">{text('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RowProps<Row extends { id: string | number }> extends DataTableProps<Row> {
  row: Row;
  shown: readonly Column<Row>[];
  isSelected: boolean;
  onToggle(row: Row): void;
}

export function TableRow<Row extends { id: string | number }>({
  row,
  shown,
  isSelected,
  onToggle,
  bulkActions,
  rowActions,
  nameOf,
}: RowProps<Row>) {
  const name = nameOf(row);
  return (
    <tr data-selected={isSelected || undefined}>
      {bulkActions && (
        <td className="cell-select">
          <input
            type="checkbox"
            className="tick"
            aria-label={text('selectRow', { name })}
            checked={isSelected}
            onChange={() => onToggle(row)}
          />
        </td>
      )}
      {shown.map((column) => (
        <td
          key={column.key}
          data-align={column.align}
          data-name={column.isName || undefined}
          data-title={column.title}
        >
          {column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td className="cell-actions">
          <ActionMenu actions={rowActions} row={row} name={name} />
        </td>
      )}
    </tr>
  );
}
