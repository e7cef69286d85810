import { useParams } from '@tanstack/react-router';
import { useCall } from '../../../web/data/useCall.ts';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { monthName } from '../../../web/ui/months.ts';
import { NotLoaded } from '../../../web/ui/NotLoaded.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { UrlTabs } from '../../../web/ui/UrlTabs.tsx';
import { formatMoment } from '../../../web/ui/values.tsx';
import { PayloadPart } from './HandOver.tsx';
import { StateBadge } from './parts.tsx';
import { Status } from './Status.tsx';
import { text } from './text.ts';
import { WholeInvoice } from './WholeInvoice.tsx';

const parts = ['status', 'invoice', 'log', 'finansitPayload'] as const;
const topics = ['invoice', 'invoicing'];
export interface CustomerAddress {
  companyId: string;
  period: string;
  customerId: string;
}

/**
 * One customer's invoice of a month: how far it is, its lines, what happened, and what accounting
 * was sent.
 */
export default function CustomerInvoice() {
  const params = useParams({ strict: false }) as Record<string, string | undefined>;
  const { companyId = '', period = '', customerId = '' } = params;
  const where = { companyId, period, customerId };
  const side = params.tab?.toLowerCase() === 'documenting' ? 'documenting' : 'invoicing';
  const status = useCall('getInvoiceStatus', { params: where }, { topics, pollMs: 25_000 });
  const back = (title: string) => (
    <BackLink to={`/invoicing/${companyId}/${period}/${side}`} title={title} />
  );
  if (status.isError && !status.data) {
    const missing = { title: text('noInvoice'), hint: text('noInvoiceHint') };
    return (
      <NotLoaded
        query={status}
        title={text('title')}
        back={back(text(`tab_${side}`))}
        icon="receipt"
        missing={missing}
      />
    );
  }
  if (!status.data) return <Skeleton count={8} />;
  const current =
    parts.find((candidate) => candidate.toLowerCase() === params.part?.toLowerCase()) ?? 'status';
  const path = `/invoicing/${companyId}/${period}/${side}/${customerId}`;
  return (
    <>
      <PageHeader
        back={back(`${text(`tab_${side}`)}, ${monthName(period)}`)}
        title={<bdi dir="ltr">{status.data.customer.email}</bdi>}
        detail={<StateBadge state={status.data.state} />}
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={parts.map((id) => ({ id, title: text(`part_${id}`), to: `${path}/${id}` }))}
      />
      {current === 'status' && <Status where={where} status={status.data} />}
      {current === 'invoice' && <InvoicePart where={where} />}
      {current === 'log' && <LogPart where={where} />}
      {current === 'finansitPayload' && <PayloadPart where={where} />}
    </>
  );
}

function InvoicePart({ where }: { where: CustomerAddress }) {
  const invoice = useCall('getInvoice', { params: where }, { topics });
  if (invoice.isError && !invoice.data)
    return <ErrorState error={invoice.error} onRetry={() => void invoice.refetch()} />;
  if (!invoice.data) return <Skeleton count={8} />;
  return (
    <WholeInvoice invoice={invoice.data} whose={{ customer: where, invoiceId: invoice.data.id }} />
  );
}

function LogPart({ where }: { where: CustomerAddress }) {
  const log = useCall('getInvoiceLog', { params: where }, { topics });
  if (log.isError && !log.data)
    return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data) return <Skeleton count={5} />;
  return (
    <Section>
      {log.data.items.length === 0 && (
        <EmptyState icon="history" title={text('noLog')} hint={text('noLogHint')} />
      )}
      <ul className="invoice-events">
        {log.data.items.map(({ at, entry, by }) => (
          <li key={`${at}${entry}`}>
            <time dateTime={at} className="soft">
              {formatMoment(at)}
            </time>
            <span>{entry}</span>
            {by && (
              <bdi dir="ltr" className="soft">
                {by}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
