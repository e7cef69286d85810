import { Suspense, useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import {
  CustomerDiscounts,
  CustomerDunning,
  CustomerPayments,
  CustomerPrepaid,
  CustomerPromos,
} from '../../../../web/parts/billingParts.ts';
import { CustomerDocuments } from '../../../../web/parts/documentParts.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { type UrlTab, UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { billingStateTone } from '../../../../web/ui/values/billingState.ts';
import { CustomerDetails } from './CustomerDetails.tsx';
import { RefundDialog, TransactionDialog } from './TransactionDialog.tsx';
import { type Transaction, Transactions } from './Transactions.tsx';
import { text } from './text.ts';

const tabs = ['details', 'billingPolicy', 'invoice', 'discounts', 'promos', 'history'] as const;

/** A customer's billing page for administrators of the selling company. */
export default function CustomerBilling() {
  const { tab, ...customer } = useScreenParams('/billingManage/$companyId/$externalId/{-$tab}');
  const billing = useCall('getCustomerBilling', { params: customer }, { pollMs: 25_000 });
  const [refunded, setRefunded] = useState<Transaction | null>(null);
  const [paid, setPaid] = useState<{ amount: string; reason: string } | null>(null);
  const backLink = <BackLink to="/billingAccess" title={text('toCustomers')} />;
  if (billing.isError && !billing.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={billing}
        title={text('toCustomers')}
        back={backLink}
        icon="receipt"
        missing={missing}
      />
    );
  }
  if (!billing.data) return <Skeleton count={8} />;
  const { data } = billing;
  const current =
    tabs.find((candidate) => candidate.toLowerCase() === tab?.toLowerCase()) ?? 'details';
  const path = `/billingManage/${customer.companyId}/${customer.externalId}` as const;
  return (
    <>
      <PageHeader
        back={backLink}
        title={<bdi>{data.customer.email}</bdi>}
        detail={
          <>
            <Badge tone={billingStateTone(data.state.value)}>{data.state.title}</Badge>
            <bdi>{data.company.name}</bdi>
            {data.customer.isDeleted && <Badge tone="warning">{text('isDeleted')}</Badge>}
          </>
        }
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabs.map(
          (id): UrlTab => ({
            id,
            title: text(`tab_${id}`),
            to: id === 'details' ? path : `${path}/${id}`,
          }),
        )}
      />
      {current === 'details' && (
        <>
          <CustomerDetails address={customer} billing={data} />
          <Suspense fallback={<Skeleton count={3} />}>
            <CustomerPayments customer={customer} />
          </Suspense>
        </>
      )}
      {current === 'billingPolicy' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CustomerPrepaid customer={customer} />
          <CustomerDunning customer={customer} currency={data.company.currency} />
        </Suspense>
      )}
      {current === 'invoice' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CustomerDocuments
            customer={customer}
            customerId={data.customer.id}
            onPayment={(amount, reason) => setPaid({ amount, reason })}
          />
        </Suspense>
      )}
      {paid && (
        <TransactionDialog
          what="payments"
          customer={customer}
          currency={data.company.currency}
          start={paid}
          onClose={() => setPaid(null)}
        />
      )}
      {current === 'discounts' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CustomerDiscounts customer={customer} />
        </Suspense>
      )}
      {current === 'promos' && (
        <Suspense fallback={<Skeleton count={8} />}>
          <CustomerPromos customer={customer} />
        </Suspense>
      )}
      {current === 'history' && <Transactions customer={customer} onRefund={setRefunded} />}
      {refunded && (
        <RefundDialog
          transaction={refunded}
          customer={customer}
          onClose={() => setRefunded(null)}
        />
      )}
    </>
  );
}
