import { Button } from '@mantine/core';
import { type Answer, call } from '../../../web/client.ts';
import { Icon } from '../../../web/ui/Icon.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatMoment } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

type Mailing = Answer<'listOwnDocuments'>['items'][number]['mailed'];
const touched = ['listOwnDocuments', 'getOwnInvoice', 'getInvoice', 'listDocuments', 'listCustomerDocuments'] as const;

/** How a document went to the customer by mail. */
export function Mailed({ mailed }: { mailed: Mailing }) {
  if (!mailed) return <small className="soft">{text('mailedNot')}</small>;
  const { state, sentAt, to } = mailed;
  return (
    <small className="soft">
      {text(`mailed_${state}`, { when: sentAt ? formatMoment(sentAt) : '' })} <bdi dir="ltr">{to}</bdi>
    </small>
  );
}

interface MailAgainProps {
  documentId: string;
  name: string;
  /** Whose it is; without it one's own. */
  customer: { companyId: string; externalId: string } | undefined;
}

export function MailAgain({ documentId, name, customer }: MailAgainProps) {
  const run = useRun();
  const send = () =>
    customer ? call('mailCustomerDocument', { params: { ...customer, documentId } }) : call('mailOwnDocument', { params: { documentId } });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="mail" size={15} />}
      aria-label={text('mailAgainNamed', { name })}
      onClick={() => void run(text('mailQueued'), send, touched)}
    >
      {text('mailAgain')}
    </Button>
  );
}
