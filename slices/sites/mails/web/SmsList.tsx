import { type ReactNode, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { ConnectionNotice, MailHeader, SendState, type Sms, stateFilter } from './parts.tsx';
import { text } from './text.ts';

const pollMs = 10_000;

export default function SmsList(): ReactNode {
  const { state, change } = useListState('sms', ['state']);
  const messages = useCall(
    'listSms',
    { query: listQueryOf(state) },
    { pollMs, keepsPrevious: true },
  );
  const [openSms, setOpenSms] = useState<{ phone: string; text: string } | null>(null);
  const run = useRun();
  const actions: Action<Sms>[] = [
    {
      id: 'read',
      title: text('read'),
      icon: 'mail',
      reason: (sms) => sms.actions.read,
      run: ([sms]) =>
        sms &&
        void run(text('smsTitle', { phone: sms.phone }), async () => {
          const answer = await call('getSms', { params: { messageId: String(sms.id) } });
          setOpenSms({ phone: sms.phone, text: answer.text });
        }),
    },
    {
      id: 'retry',
      title: text('retry'),
      icon: 'reload',
      reason: (sms) => sms.actions.retry,
      run: ([sms]) =>
        sms &&
        void run(text('retried', { name: sms.phone }), () =>
          call('retrySms', { params: { messageId: String(sms.id) } }),
        ),
    },
  ];
  return (
    <>
      <MailHeader current="sms" title={text('title')} detail={text('detail')} />
      <ConnectionNotice kind="sms" />
      <DataTable<Sms>
        list="sms"
        label={text('tabSms')}
        columns={columns()}
        answer={messages}
        state={state}
        onChange={change}
        nameOf={(sms) => sms.phone}
        filters={[stateFilter()]}
        searchHint={text('searchSms')}
        rowActions={actions}
        empty={<EmptyState icon="mail" title={text('emptySms')} hint={text('emptySmsHint')} />}
      />
      {openSms && (
        <Dialog onClose={() => setOpenSms(null)} title={text('smsTitle', { phone: openSms.phone })}>
          <Text as="pre" isMono wrap="anywhere" dir="auto">
            {openSms.text}
          </Text>
        </Dialog>
      )}
    </>
  );
}

const columns = (): Column<Sms>[] => [
  {
    key: 'phone',
    title: text('phone'),
    sort: 'phone',
    isName: true,
    cell: (sms) => <Code>{sms.phone}</Code>,
  },
  { key: 'state', title: text('state'), sort: 'state', cell: (sms) => <SendState row={sms} /> },
  {
    key: 'created',
    title: text('created'),
    sort: 'createdAt',
    cell: (sms) => <RelativeTime at={sms.createdAt} />,
  },
  {
    key: 'sent',
    title: text('sentAt'),
    cell: (sms) => sms.sentAt && <RelativeTime at={sms.sentAt} />,
  },
  {
    key: 'attempts',
    title: text('attempts'),
    align: 'end',
    isShown: false,
    cell: (sms) => sms.attempts,
  },
  {
    key: 'reference',
    title: text('reference'),
    isShown: false,
    cell: (sms) => sms.reference && <Code>{sms.reference}</Code>,
  },
  { key: 'site', title: text('site'), isShown: false, cell: (sms) => <bdi>{sms.site}</bdi> },
];
