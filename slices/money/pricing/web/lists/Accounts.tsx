import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import type { Column } from '../../../../../web/table/columns.ts';
import { DataTable } from '../../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../../web/table/listState.ts';
import { useListState } from '../../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
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
  const [email, setEmail] = useState('');
  const saving = useSave(['email']);
  const assign = async (event: FormEvent) => {
    event.preventDefault();
    const trimmedEmail = email.trim();
    const isAssigned = await saving.save(text('given', { email: trimmedEmail }), () =>
      call('givePriceList', { params: { priceListId: list.id }, body: { email: trimmedEmail } }),
    );
    if (isAssigned) setEmail('');
  };
  return (
    <Row
      as="form"
      className={styles.pricelistGive}
      gap={12}
      align="end"
      mb={16}
      onSubmit={(event) => void assign(event)}
      noValidate
    >
      <TextInput
        label={text('email')}
        type="email"
        dir="ltr"
        value={email}
        error={saving.problemAt('email') ?? saving.general}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" loading={saving.isBusy} disabled={email.trim() === ''}>
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
