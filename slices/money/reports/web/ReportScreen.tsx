import type { ReactNode } from 'react';
import { type Answer, addressOf } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { type Path, useScreenPattern } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { Money, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { reportIds } from '../rules.ts';
import { text } from './text.ts';

type ReportAnswer = Answer<'getReport'>;
type Row = Answer<'runReport'>['items'][number];

/** The report at this URL. */
export default function ReportScreen(): ReactNode {
  // The path of the displayed screen. While the next screen loads, the URL already points to it.
  const path = useScreenPattern().slice(1);
  const reportId = reportIds.find((id) => id === path) ?? '';
  const report = useCall('getReport', { params: { reportId } });
  if (report.isError)
    return <ErrorState error={report.error} onRetry={() => void report.refetch()} />;
  return report.data ? <Report key={reportId} head={report.data} /> : <Skeleton count={8} />;
}

function Report({ head }: { head: ReportAnswer }) {
  const list = `report.${head.id}`;
  const { state, change } = useListState(
    list,
    head.filters.map(({ key }) => key),
  );
  const menu = useCall('menu', {});
  const params = { reportId: head.id };
  const query = listQueryOf(state);
  const rows = useCall('runReport', { params, query }, { pollMs: 60_000, keepsPrevious: true });
  const { size: _size, start: _start, ...filterQuery } = query;
  return (
    <>
      <PageHeader title={head.title} detail={head.detail} />
      <DataTable<Row>
        list={list}
        label={head.title}
        columns={head.columns.map((column) => columnOf(column, menu.data?.menu ?? []))}
        answer={rows}
        // Default filters, such as the last 30 days, are shown as selected.
        state={{ ...state, filters: { ...rows.data?.auxFilter, ...state.filters } }}
        onChange={change}
        nameOf={({ cells }) => String(cells.email ?? '')}
        filters={head.filters}
        totals={totalsOf(head, rows.data?.totals ?? [])}
        csvHref={addressOf('downloadReport', { query: { report: head.id, ...filterQuery } })}
        empty={<EmptyState icon="list-check" title={text('emptyTitle')} hint={text('emptyHint')} />}
      />
    </>
  );
}

/** The total of each amount column, by currency. */
const totalsOf = (report: ReportAnswer, totals: Answer<'runReport'>['totals']) =>
  report.columns
    .map(({ key, title }) => ({ key, title, amounts: totals.filter((total) => total.key === key) }))
    .filter(({ amounts }) => amounts.length > 0);

/**
 * A cell links to the screen of its subject if the reader has access to that screen, which means
 * that it is in the menu.
 */
function columnOf(
  { key, title, type, words, currency, missing, isExtra }: ReportAnswer['columns'][number],
  menu: readonly string[],
): Column<Row> {
  const cellOf = ({ cells }: Row) => cells[key] ?? null;
  const none = <span className="soft">{missing ?? '–'}</span>;
  const currencyOf = ({ cells }: Row) => String(cells[currency ?? 'currency']);
  const cells: Record<typeof type, (row: Row) => React.ReactNode> = {
    text: (row) => (cellOf(row) ? <bdi>{cellOf(row)}</bdi> : none),
    word: (row) => (cellOf(row) ? (words[String(cellOf(row))] ?? <bdi>{cellOf(row)}</bdi>) : none),
    number: (row) => cellOf(row) ?? none,
    money: (row) =>
      cellOf(row) === null ? (
        none
      ) : (
        <Money amount={String(cellOf(row))} currency={currencyOf(row)} />
      ),
    moment: (row) => (cellOf(row) === null ? none : <RelativeTime at={String(cellOf(row))} />),
    day: (row) => (cellOf(row) === null ? none : formatDate(String(cellOf(row)))),
    user: (row) =>
      linkIf(menu.includes('users'), `/users/${row.siteId}/${row.userId}`, cellOf(row)),
    server: (row) => linkIf(menu.includes('servers'), `/servers/${row.serverId}`, cellOf(row)),
  };
  return {
    key,
    title,
    sort: key,
    cell: cells[type],
    ...(isExtra ? { isShown: false } : {}),
    ...(type === 'user' ? { isName: true } : {}),
    ...(type === 'number' || type === 'money' ? { align: 'end' } : {}),
  };
}

const linkIf = (isOpen: boolean, path: Path, label: React.ReactNode) =>
  isOpen ? (
    <Link className="link" to={path}>
      <bdi>{label}</bdi>
    </Link>
  ) : (
    <bdi>{label}</bdi>
  );
