import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useGo } from '../../../../web/navigation.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Money } from '../../../../web/ui/values/values.tsx';
import { usePageShown } from '../../../../web/usePageShown.ts';
import type { Account } from './OpenTotals.tsx';
import { newKey, paymentOptionsOf } from './PayForm.tsx';
import { providerTitle } from './parts.tsx';
import { text } from './text.ts';

interface PayModalProps {
  account: Account;
  documentId?: string;
  onClose(): void;
}

/** Pays all open amounts of a company, or those up to one document. */
export default function PayModal({ account, documentId, onClose }: PayModalProps) {
  const index = account.documents.findIndex(({ id }) => id === documentId);
  const document = account.documents[index];
  const title = document ? text('payNamed', { name: document.number }) : text('payAll');
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="dialog">
        <KeyValue
          rows={[
            ...(document && document.upTo !== document.unpaid
              ? ([
                  [
                    text('openOfIt'),
                    <Money key="own" amount={document.unpaid} currency={account.currency} />,
                  ],
                  [text('olderFirst'), <Older key="older" account={account} at={index} />],
                ] as const)
              : []),
            [
              text('toPay'),
              <strong key="sum">
                <Money amount={document?.upTo ?? account.owed} currency={account.currency} />
              </strong>,
            ],
          ]}
        />
        {account.problem === null ? (
          <PaymentChoice account={account} document={document} onClose={onClose} />
        ) : (
          <p className="soft">{account.problem}</p>
        )}
      </div>
    </Dialog>
  );
}

/**
 * The older documents that are paid first, by number. Charges without a document are included only
 * in the total.
 */
function Older({ account, at }: { account: Account; at: number }) {
  const numbers = account.documents.slice(0, at).map(({ number }) => number);
  return numbers.length > 0 ? (
    <bdi dir="ltr">{numbers.join(', ')}</bdi>
  ) : (
    <span>{text('olderCharges')}</span>
  );
}

function PaymentChoice({
  account,
  document,
  onClose,
}: {
  account: Account;
  document: Account['documents'][number] | undefined;
  onClose(): void;
}) {
  const options = paymentOptionsOf(account);
  // Kept when the data reloads, so that the selected method never changes by itself.
  const [firstMethod] = useState(options[0]?.value ?? '');
  const form = useForm({ method: firstMethod, keepsMethod: false });
  const [key, setKey] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  usePageShown(() => setBusy(false));
  const go = useGo();
  const option = options.find(({ value }) => value === form.values.method) ?? options[0];
  const terms = account.providers.find(({ provider }) => provider === option?.provider);
  if (!option || !terms) return null;
  const { companyId, currency } = account;
  const amount = document?.upTo ?? account.owed;
  const { provider, methodId } = option;
  const shouldSaveMethod = form.values.keepsMethod && methodId === undefined && terms.keepsMethods;
  // Submitting twice makes one payment. Changing the method creates a new key.
  const change = (changes: Partial<typeof form.values>) => {
    form.set(changes);
    setKey(newKey());
    form.clearProblems();
  };
  const pay = async () => {
    setBusy(true);
    form.clearProblems();
    const target = document ? { documentId: document.id } : {};
    const methodInput = methodId === undefined ? {} : { methodId };
    try {
      const order = await call('payUnpaid', {
        body: {
          key,
          companyId,
          currency,
          amount,
          provider,
          keepsMethod: shouldSaveMethod,
          ...target,
          ...methodInput,
        },
      });
      if (order.redirectUrl) location.assign(order.redirectUrl);
      else await go({ to: `/paymentAuthorization/${order.id}` });
    } catch (error) {
      form.fail(error);
      setKey(newKey());
      setBusy(false);
    }
  };
  return (
    <Form form={{ ...form, isBusy }} submitLabel={text('payNow')} onSubmit={pay} onCancel={onClose}>
      <NativeSelect
        label={text('payWith')}
        data={options.map(({ value, label }) => ({ value, label }))}
        {...form.input('method')}
        value={option.value}
        onChange={(event) => change({ method: event.currentTarget.value })}
      />
      <Text maxWidth="72ch" tone="soft">
        {text('atMost', { max: formatMoney(terms.maxAmount, currency) })}{' '}
        {methodId === undefined && text('atProvider', { provider: providerTitle(provider) })}{' '}
        {!terms.isLive && text('testMoney')}
      </Text>
      {terms.keepsMethods && methodId === undefined && (
        <Checkbox
          label={text('keep')}
          description={text('keepHint')}
          {...form.checkbox('keepsMethod')}
          onChange={(event) => change({ keepsMethod: event.currentTarget.checked })}
        />
      )}
    </Form>
  );
}
