import { billingStateTitle } from '../../../../../web/billingStates/titles.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Money } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import { PriceList } from './PriceList.tsx';
import type { TabProps } from './UserDetail.tsx';

/** The profiles that determine whether the user can place orders, and this month's cost. */
export default function Billing({ user }: TabProps) {
  const billing = useCall('userBilling', { params: { userId: user.id } });
  if (billing.isError && !billing.data)
    return <ErrorState error={billing.error} onRetry={() => void billing.refetch()} />;
  if (!billing.data) return <Skeleton count={5} />;
  const { billingState, externalState, paymentTypeTitle, choosesPrices, totals } = billing.data;
  return (
    <div className="columns">
      <Section title={text('billingSection')}>
        <KeyValue
          rows={[
            [text('billingState'), billingStateTitle(billingState)],
            [text('externalState'), text(`external.${externalState}` as 'external.0')],
            [text('paymentType'), paymentTypeTitle],
          ]}
        />
      </Section>
      <Section title={text('costSection')}>
        {totals.length === 0 && <span className="soft">{text('noCost')}</span>}
        {totals.map(({ amount, projected, currency }) => (
          <KeyValue
            key={currency}
            rows={[
              [text('soFar'), <Money key="now" amount={amount} currency={currency} />],
              [text('projected'), <Money key="end" amount={projected} currency={currency} />],
            ]}
          />
        ))}
      </Section>
      {choosesPrices && <PriceList userId={user.id} email={user.email} />}
    </div>
  );
}
