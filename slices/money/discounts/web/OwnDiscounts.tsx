import { Button, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ErrorState } from '../../../../web/ui/feedback/states.tsx';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { DiscountList, RedeemedList } from './parts.tsx';
import { text } from './text.ts';

/**
 * The discounts on the customer's own invoices, and a form to redeem a promo code. `loading` is
 * shown until they're loaded.
 */
export function OwnDiscounts({ loading }: { loading: ReactNode }) {
  const ownDiscounts = useCall('getOwnDiscounts', {}, { pollMs: 60_000 });
  if (ownDiscounts.isError && !ownDiscounts.data)
    return <ErrorState error={ownDiscounts.error} onRetry={() => void ownDiscounts.refetch()} />;
  if (!ownDiscounts.data) return loading;
  const { discounts, promos, paysItself } = ownDiscounts.data;
  const isEmpty = discounts.length === 0 && promos.length === 0;
  return (
    <Section title={text('ownTitle')}>
      <Stack gap={16} isProse>
        {!paysItself && <p className="soft">{text('notPayer')}</p>}
        {paysItself && <p className="soft">{text(isEmpty ? 'ownNone' : 'ownHint')}</p>}
        {discounts.length > 0 && <DiscountList discounts={discounts} />}
        {promos.length > 0 && <RedeemedList promos={promos} />}
        {paysItself && <Redeem />}
      </Stack>
    </Section>
  );
}

function Redeem() {
  const form = useForm({ code: '' });
  const code = form.values.code.trim();
  const redeem = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await form.save(text('redeemed'), () => call('redeemPromo', { body: { code } }));
    if (isDone) form.set({ code: '' });
  };
  return (
    <form onSubmit={(event) => void redeem(event)} noValidate>
      <Row gap="8px 12px" align="end" firstFlex="0 1 320px">
        <TextInput
          label={text('code')}
          maxLength={60}
          dir="ltr"
          autoComplete="off"
          {...form.input('code')}
        />
        <Button type="submit" variant="default" loading={form.isBusy} disabled={code === ''}>
          {text('redeem')}
        </Button>
      </Row>
      <FormProblem form={form} />
    </form>
  );
}
