import { Suspense } from 'react';
import { useCall } from '../../../../../web/data/useCall.ts';
import { OpenDocument } from '../../../../../web/parts/billingParts.ts';
import { NotLoaded } from '../../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { Month } from '../parts.tsx';
import { text } from '../text.ts';
import { InvoiceContent } from './InvoiceContent.tsx';

/** An invoice as shown to the customer. */
export default function OwnInvoice({ invoiceId }: { invoiceId: string }) {
  const invoice = useCall('getOwnInvoice', { params: { invoiceId } });
  const backLink = <BackLink to="/billing/history/invoices" title={text('ownTitle')} />;
  if (invoice.isError && !invoice.data) {
    const missing = { title: text('noInvoice'), hint: text('noInvoiceHint') };
    return (
      <NotLoaded
        query={invoice}
        title={text('ownTitle')}
        back={backLink}
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
        back={backLink}
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
      <InvoiceContent invoice={data} whose={{ invoiceId }} />
    </>
  );
}
