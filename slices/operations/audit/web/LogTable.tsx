import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { TableFrame } from '../../../../web/table/TableFrame.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { text } from './text.ts';

export interface LogColumn<Row> {
  title: string;
  cell(row: Row): ReactNode;
  isName?: boolean;
}

interface LogTableProps<Row extends { id: number }> {
  label: string;
  tools?: ReactNode;
  columns: readonly LogColumn<Row>[];
  items: readonly Row[];
  total: number | undefined;
  read: { isPending: boolean; isError: boolean; error: unknown; refetch(): unknown };
  more: (() => Promise<void>) | null;
}

/**
 * Log entries, latest first. Earlier entries are loaded on request. On a phone, each is shown as a
 * card.
 */
export function LogTable<Row extends { id: number }>({
  label,
  tools,
  columns,
  items,
  total,
  read,
  more,
}: LogTableProps<Row>) {
  return (
    <TableFrame columns={columns.length}>
      {tools && <div className="table-tools">{tools}</div>}
      {read.isError && items.length === 0 && (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      )}
      {read.isPending && (
        <div className="table-loading">
          <Skeleton count={10} />
        </div>
      )}
      {!read.isPending && !read.isError && items.length === 0 && (
        <EmptyState icon="history" title={text('none')} hint={text('noneHint')} />
      )}
      {items.length > 0 && (
        <div className="table-scroll">
          <table aria-label={label}>
            <thead>
              <tr>
                {columns.map(({ title }) => (
                  <th key={title}>{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((row) => (
                <tr key={row.id}>
                  {columns.map(({ title, cell, isName }) => (
                    <td key={title} data-title={title} data-name={isName || undefined}>
                      {cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="pager">
        {total !== undefined && <span className="number">{text('total', { count: total })}</span>}
        {more && (
          <Button variant="default" size="xs" onClick={() => void more()}>
            {text('earlier')}
          </Button>
        )}
      </div>
    </TableFrame>
  );
}
