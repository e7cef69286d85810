import { useCall } from '../../../../../web/data/useCall.ts';
import { type Path, useScreenParams } from '../../../../../web/navigation.ts';
import { NotLoaded } from '../../../../../web/ui/feedback/NotLoaded.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { UrlTabs } from '../../../../../web/ui/page/UrlTabs.tsx';
import { monthName } from '../../../../../web/ui/values/months.ts';
import { formatMoment } from '../../../../../web/ui/values/values.tsx';
import { PayloadSection } from '../AccountingExport.tsx';
import { StateBadge } from '../parts.tsx';
import { Status } from '../Status.tsx';
import { text } from '../text.ts';
import { InvoiceContent } from './InvoiceContent.tsx';

const parts = ['status', 'invoice', 'log', 'finansitPayload'] as const;

export interface CustomerAddress {
  companyId: string;
  period: string;
  customerId: string;
}

/** A customer's invoice for a month: progress, lines, log, and accounting export. */
export default function CustomerInvoice() {
  const params = useScreenParams('/invoicing/$companyId/$period/$tab/$customerId/{-$part}');
  const { companyId, period, customerId } = params;
  const callParams = { companyId, period, customerId };
  const side = params.tab.toLowerCase() === 'documenting' ? 'documenting' : 'invoicing';
  const status = useCall('getInvoiceStatus', { params: callParams }, { pollMs: 25_000 });
  const backLink = (title: string) => (
    <BackLink to={`/invoicing/${companyId}/${period}/${side}`} title={title} />
  );
  if (status.isError && !status.data) {
    const missing = { title: text('noInvoice'), hint: text('noInvoiceHint') };
    return (
      <NotLoaded
        query={status}
        title={text('title')}
        back={backLink(text(`tab_${side}`))}
        icon="receipt"
        missing={missing}
      />
    );
  }
  if (!status.data) return <Skeleton count={8} />;
  const current =
    parts.find((candidate) => candidate.toLowerCase() === params.part?.toLowerCase()) ?? 'status';
  const path: Path = `/invoicing/${companyId}/${period}/${side}/${customerId}`;
  return (
    <>
      <PageHeader
        back={backLink(`${text(`tab_${side}`)}, ${monthName(period)}`)}
        title={<bdi dir="ltr">{status.data.customer.email}</bdi>}
        detail={<StateBadge state={status.data.state} />}
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={parts.map((id) => ({ id, title: text(`part_${id}`), to: `${path}/${id}` }))}
      />
      {current === 'status' && <Status where={callParams} status={status.data} />}
      {current === 'invoice' && <InvoicePart where={callParams} />}
      {current === 'log' && <LogPart where={callParams} />}
      {current === 'finansitPayload' && <PayloadSection where={callParams} />}
    </>
  );
}

function InvoicePart({ where }: { where: CustomerAddress }) {
  const invoice = useCall('getInvoice', { params: where });
  if (invoice.isError && !invoice.data)
    return <ErrorState error={invoice.error} onRetry={() => void invoice.refetch()} />;
  if (!invoice.data) return <Skeleton count={8} />;
  return (
    <InvoiceContent
      invoice={invoice.data}
      whose={{ customer: where, invoiceId: invoice.data.id }}
    />
  );
}

function LogPart({ where }: { where: CustomerAddress }) {
  const log = useCall('getInvoiceLog', { params: where });
  if (log.isError && !log.data)
    return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data) return <Skeleton count={5} />;
  return (
    <Section>
      {log.data.items.length === 0 && (
        <EmptyState icon="history" title={text('noLog')} hint={text('noLogHint')} />
      )}
      <Stack as="ul" gap={10}>
        {log.data.items.map(({ at, entry, by }) => (
          <Row as="li" gap="4px 14px" align="center" wrap="anywhere" key={`${at}${entry}`}>
            <time dateTime={at} className="soft">
              {formatMoment(at)}
            </time>
            <span>{entry}</span>
            {by && (
              <bdi dir="ltr" className="soft">
                {by}
              </bdi>
            )}
          </Row>
        ))}
      </Stack>
    </Section>
  );
}
