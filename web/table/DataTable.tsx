import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { EmptyState, ErrorState, Skeleton } from '../ui/feedback/states.tsx';
import type { DataTableProps } from './list.ts';
import { readColumns, saveColumns } from './listMemory.ts';
import { Pager } from './Pager.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { TableFrame } from './TableFrame.tsx';
import { TableHead, TableRow } from './TableParts.tsx';
import { TableTools } from './TableTools.tsx';
import { Totals } from './Totals.tsx';

const text = textsOf<typeof common>('common');
const WindowedRows = lazy(() => import('./WindowedRows.tsx'));
/** Above this number of rows, only visible ones are rendered. */
const windowedFrom = 150;

export type { DataTableProps } from './list.ts';

/**
 * A list with search, filters, sorting and paging on the server. If its columns don't fit, each row
 * becomes a card.
 */
export function DataTable<Row extends { id: string | number }>(props: DataTableProps<Row>) {
  const { columns, answer, state, list } = props;
  const [choice, setChoice] = useState(() => readColumns(list));
  const [selected, setSelected] = useState<ReadonlyMap<Row['id'], Row>>(new Map());
  const visibleColumns = useMemo(
    () =>
      columns.filter(
        (column) =>
          column.isName ||
          (column.isShown === false
            ? choice.shown.includes(column.key)
            : !choice.hidden.includes(column.key)),
      ),
    [columns, choice],
  );
  const rows = answer.data?.items ?? [];
  // Rows were deleted or no longer match the filter, but previous pages still have rows.
  const isPastEnd =
    rows.length === 0 && state.start !== '' && answer.isSuccess && !answer.isPlaceholderData;
  const nearest = answer.data?.previous ?? '';
  const { onChange } = props;
  useEffect(() => {
    if (isPastEnd) onChange({ start: nearest }, true);
  }, [isPastEnd, nearest, onChange]);
  const isFiltered = state.filter !== '' || Object.keys(state.filters).length > 0;
  const current = new Map(
    [...selected].map(
      ([id, row]) => [id, rows.find((candidate) => candidate.id === id) ?? row] as const,
    ),
  );
  const toggle = (row: Row) =>
    setSelected((before) => {
      const next = new Map(before);
      if (!next.delete(row.id)) next.set(row.id, row);
      return next;
    });

  return (
    <TableFrame columns={visibleColumns.length}>
      <TableTools
        {...props}
        shownKeys={visibleColumns.map((column) => column.key)}
        onColumns={(keys) => {
          const next = {
            hidden: columns
              .filter((column) => column.isShown !== false && !keys.includes(column.key))
              .map((column) => column.key),
            shown: columns
              .filter((column) => column.isShown === false && keys.includes(column.key))
              .map((column) => column.key),
          };
          saveColumns(list, next);
          setChoice(next);
        }}
      />
      {props.bulkActions && selected.size > 0 && (
        <SelectionBar
          rows={[...current.values()]}
          actions={props.bulkActions}
          onClear={() => setSelected(new Map())}
        />
      )}
      {answer.isError && !answer.data ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.isPending || isPastEnd ? (
        <div className="table-loading" role="status" aria-label={text('loading')}>
          <Skeleton count={Math.min(state.size || 10, 10)} />
        </div>
      ) : rows.length === 0 ? (
        isFiltered && props.emptyFiltered ? (
          props.emptyFiltered
        ) : isFiltered ? (
          <EmptyState
            icon="search"
            title={text('noMatch')}
            hint={text('noMatchHint')}
            action={
              <button
                type="button"
                className="link-button"
                onClick={() =>
                  props.onChange({
                    filter: '',
                    filters: Object.fromEntries(Object.keys(state.filters).map((key) => [key, ''])),
                  })
                }
              >
                {text('clearFilters')}
              </button>
            }
          />
        ) : (
          props.empty
        )
      ) : rows.length > windowedFrom ? (
        <Suspense fallback={<Skeleton count={10} />}>
          <WindowedRows
            {...props}
            shown={visibleColumns}
            rows={rows}
            selected={selected}
            onToggle={toggle}
          />
        </Suspense>
      ) : (
        <div className="table-scroll" data-stale={answer.isPlaceholderData || undefined}>
          <table aria-label={props.label}>
            <TableHead
              {...props}
              shown={visibleColumns}
              rows={rows}
              selected={selected}
              onSelectAll={setSelected}
            />
            <tbody>
              {rows.map((row) => (
                <TableRow
                  key={row.id}
                  row={row}
                  {...props}
                  shown={visibleColumns}
                  isSelected={selected.has(row.id)}
                  onToggle={toggle}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {props.totals && props.totals.length > 0 && rows.length > 0 && (
        <Totals totals={props.totals} />
      )}
      <Pager answer={answer.data} state={state} onChange={props.onChange} />
    </TableFrame>
  );
}
