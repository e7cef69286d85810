import { Button, TextInput } from '@mantine/core';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import type { Column } from '../../../../../web/table/columns.ts';
import { DataTable } from '../../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../../web/table/listState.ts';
import { useListState } from '../../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Row, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import styles from './lists.module.css';
import type { Version } from './PriceListDetail.tsx';
import { text } from './text.ts';

type Account = Answer<'listPriceListAccounts'>['items'][number];

/** The accounts of a named list, with the form to assign it to another account. */
export default function Accounts({ list }: { list: Version }) {
  const { state, change } = useListState('pricelistAccounts');
  const params = { priceListId: list.id };
  const accounts = useCall(
    'listPriceListAccounts',
    { params, query: listQueryOf(state) },
    { keepsPrevious: true },
  );
  const run = useRun();
  const removePrices = ({ id, email }: Account) =>
    void run(
      text('takenBack', { email }),
      () => call('setAccountPriceList', { params: { userId: id }, body: { list: null } }),
      () => call('givePriceList', { params: { priceListId: list.id }, body: { email } }),
    );
  return (
    <>
      <Text mb={14} maxWidth="72ch" tone="soft">
        {text('accountsHint')}
      </Text>
      <AssignList list={list} />
      <DataTable<Account>
        list="pricelistAccounts"
        label={text('tabAccounts')}
        columns={columns()}
        answer={accounts}
        state={state}
        onChange={change}
        nameOf={(account) => account.email}
        searchHint={text('accountSearch')}
        rowActions={[
          {
            ...{ id: 'takeBack', title: text('takeBack'), icon: 'back' },
            reason: () => null,
            run: (rows) => rows.forEach(removePrices),
          },
        ]}
        empty={<EmptyState icon="users" title={text('noAccounts')} hint={text('noAccountsHint')} />}
      />
    </>
  );
}

function AssignList({ list }: { list: Version }) {
  const form = useForm({ email: '' });
  const email = form.values.email.trim();
  const assign = async () => {
    const isAssigned = await form.save(text('given', { email }), () =>
      call('givePriceList', { params: { priceListId: list.id }, body: { email } }),
    );
    if (isAssigned) form.set({ email: '' });
  };
  return (
    <Row
      as="form"
      className={styles.pricelistGive}
      gap={12}
      align="end"
      mb={16}
      onSubmit={(event) => {
        event.preventDefault();
        void assign();
      }}
      noValidate
    >
      <TextInput
        label={text('email')}
        type="email"
        dir="ltr"
        {...form.input('email')}
        error={form.problemAt('email') ?? form.problem}
      />
      <Button type="submit" loading={form.isBusy} disabled={email === ''}>
        {text('give')}
      </Button>
    </Row>
  );
}

const columns = (): Column<Account>[] => [
  {
    key: 'email',
    title: text('account'),
    sort: 'email',
    isName: true,
    cell: (account) => (
      <Link className="link" to={`/users/${account.siteId}/${account.id}/billing`}>
        <bdi dir="ltr">{account.email}</bdi>
      </Link>
    ),
  },
  { key: 'site', title: text('site'), cell: (account) => <bdi>{account.siteName}</bdi> },
  { key: 'children', title: text('children'), align: 'end', cell: (account) => account.children },
  {
    key: 'givenAt',
    title: text('givenAt'),
    sort: 'givenAt',
    cell: (account) => <RelativeTime at={account.givenAt} />,
  },
];
