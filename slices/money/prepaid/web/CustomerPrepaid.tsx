import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RemainingBalance } from './parts.tsx';
import { text } from './text.ts';

interface Address {
  companyId: string;
  externalId: string;
}
type Terms = Answer<'getCustomerPrepaid'>;
type PaymentType = Calls['setPaymentType']['in']['body']['paymentType'];

/** A customer's payment type, credit limit, and prepaid balance. */
export function CustomerPrepaid({ customer }: { customer: Address }) {
  const terms = useCall('getCustomerPrepaid', { params: customer }, { pollMs: 60_000 });
  if (terms.isError && !terms.data)
    return <ErrorState error={terms.error} onRetry={() => void terms.refetch()} />;
  if (!terms.data) return <Skeleton count={3} />;
  const { paymentType, creditLimit, prepaid } = terms.data;
  return (
    <Section title={text('how')}>
      <Stack gap={16} hasTightText>
        <TermsForm key={`${paymentType} ${creditLimit}`} customer={customer} terms={terms.data} />
        {prepaid && <RemainingBalance prepaid={prepaid} />}
      </Stack>
    </Section>
  );
}

function TermsForm({ customer, terms }: { customer: Address; terms: Terms }) {
  const types = terms.paymentTypes;
  const form = useForm({
    paymentType: terms.paymentType as PaymentType,
    creditLimit: terms.creditLimit,
  });
  const { paymentType, creditLimit } = form.values;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const work = async () => {
      await call('setCreditLimit', {
        params: customer,
        body: { creditLimit: creditLimit.trim(), currency: terms.currency },
      });
      await call('setPaymentType', { params: customer, body: { paymentType } });
    };
    await form.save(text('saved'), work);
  };
  return (
    <Stack as="form" gap={16} hasTightText onSubmit={(event) => void save(event)} noValidate>
      <Row gap="10px 14px" align="end">
        <NativeSelect
          label={text('paymentType')}
          data={types.map(({ value, title }) => ({ value, label: title }))}
          {...form.input('paymentType')}
        />
        <TextInput
          label={text('creditLimit', { currency: terms.currency })}
          inputMode="decimal"
          dir="ltr"
          data-hint={text('creditHint')}
          {...form.input('creditLimit')}
        />
        <Button type="submit" variant="default" loading={form.isBusy}>
          {text('save')}
        </Button>
      </Row>
      <p className="soft">{text(`hint_${paymentType}`)}</p>
      <FormProblem form={form} />
    </Stack>
  );
}
