import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, ProblemNotice } from '../../../web/ui/states.tsx';
import { useSave } from '../../../web/ui/useSave.ts';
import { DiscountList, RedeemedList } from './parts.tsx';
import { text } from './text.ts';

/** What is taken off one's own invoices, and a code to redeem; `loading` until that is read. */
export function OwnDiscounts({ loading }: { loading: ReactNode }) {
  const own = useCall('getOwnDiscounts', {}, { topics: ['billing', 'user'], pollMs: 60_000 });
  if (own.isError && !own.data)
    return <ErrorState error={own.error} onRetry={() => void own.refetch()} />;
  if (!own.data) return loading;
  const { discounts, promos, paysItself } = own.data;
  const isEmpty = discounts.length === 0 && promos.length === 0;
  return (
    <Section title={text('ownTitle')}>
      <div className="discounts-part">
        {!paysItself && <p className="soft">{text('notPayer')}</p>}
        {paysItself && <p className="soft">{text(isEmpty ? 'ownNone' : 'ownHint')}</p>}
        {discounts.length > 0 && <DiscountList discounts={discounts} />}
        {promos.length > 0 && <RedeemedList promos={promos} />}
        {paysItself && <Redeem />}
      </div>
    </Section>
  );
}

function Redeem() {
  const [code, setCode] = useState('');
  const saving = useSave(['code']);
  const redeem = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await saving.save(
      text('redeemed'),
      () => call('redeemPromo', { body: { code: code.trim() } }),
      ['getOwnDiscounts'],
    );
    if (isDone) setCode('');
  };
  return (
    <form onSubmit={(event) => void redeem(event)} noValidate>
      <div className="discounts-row">
        <TextInput
          label={text('code')}
          value={code}
          maxLength={60}
          dir="ltr"
          autoComplete="off"
          error={saving.problemAt('code')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          loading={saving.isBusy}
          disabled={code.trim() === ''}
        >
          {text('redeem')}
        </Button>
      </div>
      <ProblemNotice problem={saving.general} />
    </form>
  );
}
