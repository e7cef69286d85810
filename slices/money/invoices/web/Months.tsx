import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { ScrollPart } from '../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import styles from './invoices.module.css';
import { Month, RunBadge } from './parts.tsx';
import { text } from './text.ts';

type Item = Answer<'listInvoicing'>['items'][number];

/** The last months of all companies that the user administers. */
export default function Months() {
  const months = useCall('listInvoicing', {}, { pollMs: 25_000 });
  if (months.isError && !months.data)
    return <ErrorState error={months.error} onRetry={() => void months.refetch()} />;
  if (!months.data) return <Skeleton count={8} />;
  const companies = [...Map.groupBy(months.data.items, ({ companyId }) => companyId).values()];
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      {companies.length === 0 && (
        <Section>
          <EmptyState icon="signature" title={text('noCompany')} hint={text('noCompanyHint')} />
        </Section>
      )}
      {companies.map((items) => (
        <Section key={items[0]?.companyId} title={<bdi>{items[0]?.company}</bdi>} isFlush>
          <ScrollPart label={items[0]?.company ?? ''}>
            <Table items={items} />
          </ScrollPart>
        </Section>
      ))}
    </>
  );
}

const Table = ({ items }: { items: readonly Item[] }) => (
  <SimpleTable hasCards className={styles.invoiceMonths}>
    <thead>
      <tr>
        <th scope="col">{text('month')}</th>
        <th scope="col">{text('state')}</th>
        <th scope="col" data-amount>
          {text('state_issued')}
        </th>
        <th scope="col" data-amount>
          {text('state_blocked')}
        </th>
        <th scope="col" data-amount>
          {text('documents')}
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map(({ companyId, period, isOpen, state, counts, documents }) => (
        <tr key={period}>
          <td>
            <Link className="link" to={`/invoicing/${companyId}/${period}`}>
              <Month period={period} />
            </Link>
          </td>
          <td>
            {isOpen ? (
              <RunBadge state={state} blocked={counts.blocked} />
            ) : (
              <span className="soft">{text('notOver')}</span>
            )}
          </td>
          <td data-amount data-title={text('state_issued')}>
            {counts.issued}
          </td>
          <td data-amount data-title={text('state_blocked')}>
            {counts.blocked}
          </td>
          <td data-amount data-title={text('documents')}>
            {documents}
          </td>
        </tr>
      ))}
    </tbody>
  </SimpleTable>
);
