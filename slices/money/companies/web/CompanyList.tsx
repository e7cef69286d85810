import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { type Path, useGo } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { EmptyState, ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { locationName } from '../../../../web/ui/values/Place.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { emptySettings, SettingsFields, settingFields } from './SettingsFields.tsx';
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
  const [settings, setSettings] = useState(emptySettings);
  const saving = useSave(settingFields);
  const go = useGo();
  const create = async (event: FormEvent) => {
    event.preventDefault();
    let address: Path = '/companies';
    const isCreated = await saving.save(text('made', { name: settings.legalName }), async () => {
      const { id } = await call('createCompany', { body: settings });
      address = `/companies/${id}`;
    });
    if (isCreated) await go({ to: address });
  };
  return (
    <Dialog size="lg" onClose={onClose} title={text('create')}>
      <form className="dialog" onSubmit={(event) => void create(event)} noValidate>
        <SettingsFields
          value={settings}
          problemAt={saving.problemAt}
          onChange={(change) => setSettings((before) => ({ ...before, ...change }))}
        />
        <ProblemNotice problem={saving.general} />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {text('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
