import { Suspense } from 'react';
import { OpenDocument } from '../../../web/billingParts.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { NotLoaded } from '../../../web/ui/NotLoaded.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Skeleton } from '../../../web/ui/states.tsx';
import { Month } from './parts.tsx';
import { text } from './text.ts';
import { WholeInvoice } from './WholeInvoice.tsx';

/** One of one's own invoices. */
export default function OwnInvoice({ invoiceId }: { invoiceId: string }) {
  const invoice = useCall('getOwnInvoice', { params: { invoiceId } }, { topics: ['invoice'] });
  const back = <BackLink to="/billing/history/invoices" title={text('ownTitle')} />;
  if (invoice.isError && !invoice.data) {
    const missing = { title: text('noInvoice'), hint: text('noInvoiceHint') };
    return (
      <NotLoaded
        query={invoice}
        title={text('ownTitle')}
        back={back}
        icon="receipt"
        missing={missing}
      />
    );
  }
  if (!invoice.data) return <Skeleton count={8} />;
  const { data } = invoice;
  return (
    <>
      <PageHeader
        back={back}
        title={<bdi dir="ltr">{data.documents[0]?.number ?? data.period}</bdi>}
        detail={
          <>
            <bdi>{data.company}</bdi> <Month period={data.period} />
          </>
        }
      />
      <Suspense fallback={null}>
        <OpenDocument documentIds={data.documents.map(({ id }) => id)} />
      </Suspense>
      <WholeInvoice invoice={data} whose={{ invoiceId }} />
    </>
  );
}
