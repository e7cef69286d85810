import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { MonthExport } from './AccountingExport.tsx';
import { DocumentList } from './DocumentList.tsx';
import { InvoiceList } from './InvoiceList.tsx';
import { Faults, Month as MonthName, RunBadge } from './parts.tsx';
import { Run } from './Run.tsx';
import { text } from './text.ts';
import { Validation } from './Validation.tsx';

const tabs = ['validation', 'invoicing', 'documenting'] as const;

/** A company's month: blockers, the run with its invoices, and the documents. */
export default function Month() {
  const { companyId, period, tab } = useScreenParams('/invoicing/$companyId/$period/{-$tab}');
  const params = { companyId, period };
  const month = useCall('getInvoicing', { params: params }, { pollMs: 3_000 });
  const backLink = <BackLink to="/invoicing" title={text('title')} />;
  if (month.isError && !month.data) {
    const missing = { title: text('noMonth'), hint: text('noMonthHint') };
    return (
      <NotLoaded
        query={month}
        title={text('title')}
        back={backLink}
        icon="calculator"
        missing={missing}
      />
    );
  }
  if (!month.data) return <Skeleton count={8} />;
  const { data } = month;
  const current = tabs.find((candidate) => candidate === tab?.toLowerCase()) ?? 'validation';
  return (
    <>
      <PageHeader
        back={backLink}
        title={
          <>
            <bdi>{data.company.name}</bdi>, <MonthName period={period} />
          </>
        }
        detail={<RunBadge state={data.run.state} blocked={data.counts.blocked} />}
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabs.map((id) => ({
          id,
          title: text(`tab_${id}`),
          to: `/invoicing/${companyId}/${period}${id === 'validation' ? '' : `/${id}`}`,
        }))}
      />
      {current !== 'documenting' && data.faults.length > 0 && (
        <Section title={text('companyFaults')}>
          <Faults faults={data.faults} />
        </Section>
      )}
      {current === 'validation' && <Validation where={params} />}
      {current === 'invoicing' && (
        <>
          <Run month={data} />
          <InvoiceList where={params} />
        </>
      )}
      {current === 'documenting' && (
        <>
          <MonthExport where={params} />
          <DocumentList where={params} />
        </>
      )}
    </>
  );
}
