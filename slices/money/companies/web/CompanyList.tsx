import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { locationName } from '../../../../web/ui/values/Location.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { emptySettings, SettingsFields } from './SettingsFields.tsx';
import { text } from './text.ts';

type Company = Answer<'listCompanies'>['items'][number];

export default function CompanyList() {
  const { state, change } = useListState('companies');
  const companies = useCall(
    'listCompanies',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const user = useCall('user', {});
  const [isCreating, setCreating] = useState(false);
  const isRoot = user.data?.role === 'root';
  const create = isRoot && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {text('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={create} />
      <DataTable<Company>
        list="companies"
        label={text('title')}
        columns={columns()}
        answer={companies}
        state={state}
        onChange={change}
        nameOf={(company) => company.legalName}
        searchHint={text('searchHint')}
        empty={
          <EmptyState
            icon="signature"
            title={text('emptyTitle')}
            hint={text(isRoot ? 'emptyHint' : 'emptyGiven')}
            action={create}
          />
        }
      />
      {isCreating && <Create onClose={() => setCreating(false)} />}
    </>
  );
}

const columns = (): Column<Company>[] => [
  {
    key: 'name',
    title: text('legalName'),
    sort: 'name',
    isName: true,
    cell: (company) => (
      <Link className="link" to={`/companies/${company.id}`}>
        <bdi>{company.legalName}</bdi>
      </Link>
    ),
  },
  {
    key: 'country',
    title: text('country'),
    sort: 'country',
    cell: (company) => locationName(company.country),
  },
  {
    key: 'taxNumber',
    title: text('taxNumber'),
    cell: (company) => (company.taxNumber ? <Code>{company.taxNumber}</Code> : '–'),
  },
  { key: 'currency', title: text('currency'), cell: (company) => <Code>{company.currency}</Code> },
  { key: 'sites', title: text('sites'), align: 'end', cell: (company) => company.sites },
  { key: 'admins', title: text('admins'), align: 'end', cell: (company) => company.admins },
];

function Create({ onClose }: { onClose(): void }) {
  const form = useForm(emptySettings);
  const go = useGo();
  const create = () =>
    form.save(text('made', { name: form.values.legalName }), async () => {
      const { id } = await call('createCompany', { body: form.values });
      await go({ to: `/companies/${id}` });
    });
  return (
    <FormDialog
      size={620}
      title={text('create')}
      submitLabel={text('create')}
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <SettingsFields value={form.values} problemAt={form.problemAt} onChange={form.set} />
    </FormDialog>
  );
}
