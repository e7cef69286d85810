import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { Transactions } from './Transactions.tsx';
import { text } from './text.ts';

export default function OwnTransactions() {
  return (
    <>
      <PageHeader
        back={<BackLink to="/billing" title={text('toBilling')} />}
        title={text('title')}
        detail={text('detail')}
      />
      <UrlTabs
        label={text('tabs')}
        current="transactions"
        tabs={[
          { id: 'transactions', title: text('title'), to: '/billing/history' },
          { id: 'invoices', title: text('invoices'), to: '/billing/history/invoices' },
        ]}
      />
      <Transactions />
    </>
  );
}
