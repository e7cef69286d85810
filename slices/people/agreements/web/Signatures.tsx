import { Button } from '@mantine/core';
import { type Answer, addressOf, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { languageTitle } from '../../../../web/texts/texts.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type Signature = Answer<'listSignatures'>['items'][number];
type Missing = Answer<'listMissingSignatures'>['items'][number];
interface ListProps {
  address: { siteId: string; agreementId: string };
}

export function Signatures({ address }: ListProps) {
  const { state, change } = useListState('signatures');
  const signatures = useCall(
    'listSignatures',
    { params: address, query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  return (
    <DataTable<Signature>
      list="signatures"
      label={text('tabSignatures')}
      columns={signatureColumns()}
      answer={signatures}
      state={state}
      onChange={change}
      nameOf={(signature) => signature.email}
      searchHint={text('signatureSearch')}
      csvHref={addressOf('signaturesCsv', { params: address })}
      empty={
        <EmptyState icon="signature" title={text('noSignatures')} hint={text('noSignaturesHint')} />
      }
    />
  );
}

const signatureColumns = (): Column<Signature>[] => [
  {
    key: 'email',
    title: text('person'),
    sort: 'email',
    isName: true,
    cell: (signature) => <bdi dir="ltr">{signature.email}</bdi>,
  },
  {
    key: 'when',
    title: text('when'),
    sort: 'signedAt',
    cell: (signature) => <RelativeTime at={signature.signedAt} />,
  },
  { key: 'version', title: text('version'), align: 'end', cell: (signature) => signature.version },
  {
    key: 'language',
    title: text('language'),
    cell: (signature) => languageTitle(signature.language),
  },
  { key: 'where', title: text('where'), cell: (signature) => <Code>{signature.ip}</Code> },
  {
    key: 'digest',
    title: text('digest'),
    cell: (signature) => (
      <span data-hint={signature.digest} data-hint-dir="ltr">
        <Code>{`${signature.digest.slice(0, 12)}…`}</Code>
      </span>
    ),
  },
  {
    key: 'device',
    title: text('device'),
    isShown: false,
    cell: (signature) => <bdi dir="ltr">{signature.userAgent}</bdi>,
  },
];

export function MissingSignatures({ address, canRemind }: ListProps & { canRemind: boolean }) {
  const { state, change } = useListState('missingSignatures');
  const missing = useCall(
    'listMissingSignatures',
    { params: address, query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  const reminder = useForm({});
  const remindSigners = () =>
    reminder.save(text('remind'), async () => {
      const { sent } = await call('remindSigners', { params: address });
      toast('success', text('reminderSent', { count: sent }), text('remindHint'));
    });
  return (
    <>
      {canRemind && (
        <Row align="center" gap={12}>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="mail" size={15} />}
            loading={reminder.isBusy}
            onClick={() => void remindSigners()}
          >
            {text('remind')}
          </Button>
          <span className="soft">{reminder.problem ?? text('remindHint')}</span>
        </Row>
      )}
      <DataTable<Missing>
        list="missingSignatures"
        label={text('tabMissing')}
        columns={missingColumns()}
        answer={missing}
        state={state}
        onChange={change}
        nameOf={(user) => user.email}
        searchHint={text('person')}
        empty={
          <EmptyState
            icon="circle-check"
            title={text('nobodyMissing')}
            hint={text('nobodyMissingHint')}
          />
        }
      />
    </>
  );
}

const missingColumns = (): Column<Missing>[] => [
  {
    key: 'email',
    title: text('person'),
    sort: 'email',
    isName: true,
    cell: (user) => <bdi dir="ltr">{user.email}</bdi>,
  },
  {
    key: 'role',
    title: text('role'),
    cell: (user) => text(user.role as 'siteAdmin' | 'billingAdmin' | 'user'),
  },
  {
    key: 'reminded',
    title: text('reminded'),
    sort: 'remindedAt',
    cell: (user) => (user.remindedAt ? <RelativeTime at={user.remindedAt} /> : text('never')),
  },
];
