import { Button } from '@mantine/core';
import { type Answer, call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type Mailing = Answer<'listOwnDocuments'>['items'][number]['mailed'];

/** Whether and when a document was emailed to the customer. */
export function MailStatus({ mailed }: { mailed: Mailing }) {
  if (!mailed) return <small className="soft">{text('mailedNot')}</small>;
  const { state, sentAt, to } = mailed;
  return (
    <small className="soft">
      {text(`mailed_${state}`, { to, when: sentAt ? formatMoment(sentAt) : '' })}
    </small>
  );
}

/** The customer of the document. Undefined for the signed-in user. */
type Customer = { companyId: string; externalId: string } | undefined;

function useSendDocument(customer: Customer): (documentId: string) => void {
  const run = useRun();
  const send = (documentId: string) =>
    customer
      ? call('mailCustomerDocument', { params: { ...customer, documentId } })
      : call('mailOwnDocument', { params: { documentId } });
  return (documentId) => void run(text('mailQueued'), () => send(documentId));
}

/** The action to email a document of a list again. */
export function useMailAction<Row extends { id: string; allocation: { isHeld: boolean } | null }>(
  customer: Customer,
): Action<Row> {
  const mail = useSendDocument(customer);
  return {
    ...{ id: 'mail', title: text('mailAgain'), icon: 'mail' },
    reason: ({ allocation }) => (allocation?.isHeld ? text('heldReason') : null),
    run: ([row]) => row && mail(row.id),
  };
}

/** The button to email a document again. */
export function ResendMail({
  documentId,
  name,
  customer,
}: {
  documentId: string;
  name: string;
  customer: Customer;
}) {
  const mail = useSendDocument(customer);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="mail" size={15} />}
      aria-label={text('mailAgainNamed', { name })}
      onClick={() => mail(documentId)}
    >
      {text('mailAgain')}
    </Button>
  );
}
