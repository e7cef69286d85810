import { BackLink } from '../../../web/ui/BackLink.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Transactions } from './Transactions.tsx';
import { text } from './text.ts';

export default function OwnTransactions() {
  return (
    <>
      <PageHeader back={<BackLink to="/billing" title={text('toBilling')} />} title={text('title')} detail={text('detail')} />
      <Transactions />
    </>
  );
}
