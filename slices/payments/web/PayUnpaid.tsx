import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Lines, ProblemNotice } from '../../../web/ui/states.tsx';
import { useProblems } from '../../../web/ui/useProblems.ts';
import { Money } from '../../../web/ui/values.tsx';
import { useShownAgain } from '../../../web/useShownAgain.ts';
import { newKey, waysOf } from './PayForm.tsx';
import { providerTitle } from './parts.tsx';
import { text } from './text.ts';

type Account = Answer<'getUnpaid'>['accounts'][number];
const live = { topics: ['billing', 'invoice', 'company'], pollMs: 25_000 };

/** The total amount due with payment options. Empty when nothing is due. */
export function OpenTotals() {
  const unpaid = useCall('getUnpaid', {}, live);
  const [paid, setPaid] = useState<Account | null>(null);
  if (!unpaid.data || unpaid.data.accounts.length === 0) return null;
  return (
    <Section title={text('openTitle')}>
      <div className="payments-part">
        {unpaid.data.accounts.map((account) => (
          <OpenRow
            key={`${account.companyId} ${account.currency}`}
            account={account}
            amount={account.owed}
            payLabel={text('payAll')}
            onPay={() => setPaid(account)}
          >
            <span className="soft">{text('openTo', { company: account.company })}</span>
          </OpenRow>
        ))}
        <p className="soft payments-plain">{text('openHint')}</p>
      </div>
      {paid && <PayModal account={paid} onClose={() => setPaid(null)} />}
    </Section>
  );
}

interface OpenRowProps {
  account: Account;
  amount: string;
  payLabel: string;
  onPay(): void;
  children?: ReactNode;
}

/** So much is open: the button that pays it, or why it cannot be paid here. */
function OpenRow({ account: { currency, problem }, amount, payLabel, onPay, children }: OpenRowProps) {
  return (
    <div className="payments-row payments-open">
      <span>
        <strong className="payments-sum">
          <Money amount={amount} currency={currency} />
        </strong>{' '}
        {children}
      </span>
      {problem === null ? <Button onClick={onPay}>{payLabel}</Button> : <span className="soft">{problem}</span>}
    </div>
  );
}

/** What of one document is open, with the way to pay it; nothing of one that is paid. */
export function OpenDocument({ documentIds }: { documentIds: readonly string[] }) {
  const unpaid = useCall('getUnpaid', {}, live);
  const [paid, setPaid] = useState<string | null>(null);
  const open = unpaid.data?.accounts.flatMap((account) =>
    account.documents.filter(({ id }) => documentIds.includes(id)).map((document) => ({ account, document })),
  );
  if (!open || open.length === 0) return null;
  return (
    <Section title={text('openTitle')}>
      {open.map(({ account, document: { id, number, unpaid: amount } }) => (
        <OpenRow key={id} account={account} amount={amount} payLabel={text('payNamed', { name: number })} onPay={() => setPaid(id)} />
      ))}
      {paid && <PayDocument documentId={paid} onClose={() => setPaid(null)} />}
    </Section>
  );
}

/** Pays up to one document. What is open is read when it is opened. */
export function PayDocument({ documentId, onClose }: { documentId: string; onClose(): void }) {
  const unpaid = useCall('getUnpaid', {}, live);
  const account = unpaid.data?.accounts.find(({ documents }) => documents.some(({ id }) => id === documentId));
  if (account) return <PayModal account={account} documentId={documentId} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={text('payTitle')}>
      {unpaid.isError && <ErrorState error={unpaid.error} onRetry={() => void unpaid.refetch()} />}
      {unpaid.isPending && <Lines count={3} />}
      {unpaid.data && <p>{text('paidAlready')}</p>}
    </Dialog>
  );
}

interface PayModalProps {
  account: Account;
  documentId?: string;
  onClose(): void;
}

function PayModal({ account, documentId, onClose }: PayModalProps) {
  const at = account.documents.findIndex(({ id }) => id === documentId);
  const document = account.documents[at];
  const title = document ? text('payNamed', { name: document.number }) : text('payAll');
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="dialog">
        <KeyValue
          rows={[
            ...(document && document.upTo !== document.unpaid
              ? ([
                  [text('openOfIt'), <Money key="own" amount={document.unpaid} currency={account.currency} />],
                  [text('olderFirst'), <Older key="older" account={account} at={at} />],
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
          <PayChoice account={account} document={document} onClose={onClose} />
        ) : (
          <p className="soft">{account.problem}</p>
        )}
      </div>
    </Dialog>
  );
}

/** What is paid before it, by the numbers; charges without a document are part of the sum only. */
function Older({ account, at }: { account: Account; at: number }) {
  const numbers = account.documents.slice(0, at).map(({ number }) => number);
  return numbers.length > 0 ? <bdi dir="ltr">{numbers.join(', ')}</bdi> : <span>{text('olderCharges')}</span>;
}

function PayChoice({
  account,
  document,
  onClose,
}: {
  account: Account;
  document: Account['documents'][number] | undefined;
  onClose(): void;
}) {
  const ways = waysOf(account);
  const [chosen, setChosen] = useState(ways[0]?.value ?? '');
  const [keepsMethod, setKeepsMethod] = useState(false);
  const [key, setKey] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  useShownAgain(() => setBusy(false));
  const problems = useProblems([]);
  const navigate = useNavigate();
  const way = ways.find(({ value }) => value === chosen) ?? ways[0];
  const terms = account.providers.find(({ provider }) => provider === way?.provider);
  if (!way || !terms) return null;
  const { companyId, currency } = account;
  const amount = document?.upTo ?? account.owed;
  const { provider, methodId } = way;
  const keeps = keepsMethod && methodId === undefined && terms.keepsMethods;
  // Sent twice, it is one payment; another way is another one.
  const change = (set: () => void) => {
    set();
    setKey(newKey());
    problems.clear();
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    problems.clear();
    const meant = document ? { documentId: document.id } : {};
    const by = methodId === undefined ? {} : { methodId };
    try {
      const order = await call('payUnpaid', { body: { key, companyId, currency, amount, provider, keepsMethod: keeps, ...meant, ...by } });
      if (order.redirectUrl) location.assign(order.redirectUrl);
      else await navigate({ to: `/paymentAuthorization/${order.id}` as string });
    } catch (error) {
      problems.show(error);
      setKey(newKey());
      setBusy(false);
    }
  };
  return (
    <form className="payments-part" onSubmit={(event) => void pay(event)} noValidate>
      <NativeSelect
        label={text('payWith')}
        value={way.value}
        data={ways.map(({ value, label }) => ({ value, label }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          change(() => setChosen(value));
        }}
      />
      <p className="soft payments-plain">
        {text('atMost', { max: formatMoney(terms.maxAmount, currency) })}{' '}
        {methodId === undefined && text('atProvider', { provider: providerTitle(provider) })} {!terms.isLive && text('testMoney')}
      </p>
      {terms.keepsMethods && methodId === undefined && (
        <Checkbox
          label={text('keep')}
          description={text('keepHint')}
          checked={keepsMethod}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            change(() => setKeepsMethod(checked));
          }}
        />
      )}
      <ProblemNotice problem={problems.general} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          {text('cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {text('payNow')}
        </Button>
      </div>
    </form>
  );
}
