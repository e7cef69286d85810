import type { ReactNode } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { ConnectionNotice, type Mail, MailHeader, SendState, stateFilter } from './parts.tsx';
import { text } from './text.ts';

const pollMs = 10_000;

export default function MailList(): ReactNode {
  const { state, change } = useListState('mails', ['state']);
  const mails = useCall(
    'listMails',
    { query: listQueryOf(state) },
    { pollMs, keepsPrevious: true },
  );
  return (
    <>
      <MailHeader current="mails" title={text('title')} detail={text('detail')} />
      <ConnectionNotice kind="mail" />
      <DataTable<Mail>
        list="mails"
        label={text('tabMails')}
        columns={columns()}
        answer={mails}
        state={state}
        onChange={change}
        nameOf={(mail) => mail.subject}
        filters={[stateFilter()]}
        searchHint={text('searchMails')}
        rowActions={useMailActions()}
        empty={<EmptyState icon="mail" title={text('emptyMails')} hint={text('emptyMailsHint')} />}
      />
    </>
  );
}

function useMailActions(): Action<Mail>[] {
  const run = useRun();
  const go = useGo();
  return [
    {
      id: 'read',
      title: text('read'),
      icon: 'mail',
      reason: (mail) => mail.actions.read,
      run: ([mail]) => mail && void go({ to: `/mails/message/${mail.id}` }),
    },
    {
      id: 'retry',
      title: text('retry'),
      icon: 'reload',
      reason: (mail) => mail.actions.retry,
      run: ([mail]) =>
        mail &&
        void run(text('retried', { name: mail.to }), () =>
          call('retryMail', { params: { messageId: String(mail.id) } }),
        ),
    },
  ];
}

const columns = (): Column<Mail>[] => [
  {
    key: 'subject',
    title: text('subject'),
    isName: true,
    cell: (mail) => (
      <a className="link" href={`/mails/message/${mail.id}`}>
        <bdi>{mail.subject}</bdi>
      </a>
    ),
  },
  { key: 'to', title: text('to'), sort: 'to', cell: (mail) => <Code>{mail.to}</Code> },
  { key: 'kind', title: text('kind'), sort: 'kind', cell: (mail) => mail.kindTitle },
  { key: 'state', title: text('state'), sort: 'state', cell: (mail) => <SendState row={mail} /> },
  {
    key: 'created',
    title: text('created'),
    sort: 'createdAt',
    cell: (mail) => <RelativeTime at={mail.createdAt} />,
  },
  {
    key: 'sent',
    title: text('sentAt'),
    isShown: false,
    cell: (mail) => mail.sentAt && <RelativeTime at={mail.sentAt} />,
  },
  {
    key: 'attempts',
    title: text('attempts'),
    align: 'end',
    isShown: false,
    cell: (mail) => mail.attempts,
  },
  {
    key: 'copies',
    title: text('copies'),
    isShown: false,
    cell: (mail) => <Code>{mail.copies.join(', ')}</Code>,
  },
  { key: 'site', title: text('site'), isShown: false, cell: (mail) => <bdi>{mail.site}</bdi> },
];
