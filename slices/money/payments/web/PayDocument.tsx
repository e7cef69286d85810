import { useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { livePolling, OpenRow } from './OpenTotals.tsx';
import PayModal from './PayModal.tsx';
import { text } from './text.ts';

/** The open amount of a document with the button to pay it. Empty for a paid document. */
export function OpenDocument({ documentIds }: { documentIds: readonly string[] }) {
  const unpaid = useCall('getUnpaid', {}, livePolling);
  const [paid, setPaid] = useState<string | null>(null);
  const open = unpaid.data?.accounts.flatMap((account) =>
    account.documents
      .filter(({ id }) => documentIds.includes(id))
      .map((document) => ({ account, document })),
  );
  if (!open || open.length === 0) return null;
  return (
    <Section title={text('openTitle')}>
      {open.map(({ account, document: { id, number, unpaid: amount } }) => (
        <OpenRow
          key={id}
          account={account}
          amount={amount}
          payLabel={text('payNamed', { name: number })}
          onPay={() => setPaid(id)}
        />
      ))}
      {paid && <PayDocument documentId={paid} onClose={() => setPaid(null)} />}
    </Section>
  );
}

/** Pays documents up to this one. The open amount is loaded when the dialog opens. */
export function PayDocument({ documentId, onClose }: { documentId: string; onClose(): void }) {
  const unpaid = useCall('getUnpaid', {}, livePolling);
  const account = unpaid.data?.accounts.find(({ documents }) =>
    documents.some(({ id }) => id === documentId),
  );
  if (account) return <PayModal account={account} documentId={documentId} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={text('payTitle')}>
      {unpaid.isError && <ErrorState error={unpaid.error} onRetry={() => void unpaid.refetch()} />}
      {unpaid.isPending && <Skeleton count={3} />}
      {unpaid.data && <p>{text('paidAlready')}</p>}
    </Dialog>
  );
}
