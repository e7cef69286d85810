import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type Policy = Answer<'listPolicies'>['items'][number];

export default function PolicyList(): ReactNode {
  const { state, change } = useListState('cloudinit');
  const policies = useCall(
    'listPolicies',
    { query: listQueryOf(state) },
    { pollMs: 25_000, keepsPrevious: true },
  );
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {text('create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} actions={create} />
      <DataTable<Policy>
        list="cloudinit"
        label={text('title')}
        columns={columns()}
        answer={policies}
        state={state}
        onChange={change}
        nameOf={({ name }) => name}
        searchHint={text('searchHint')}
        empty={
          <EmptyState
            icon="list-check"
            title={text('emptyTitle')}
            hint={text('emptyHint')}
            action={create}
          />
        }
      />
      {isCreating && <Create onClose={() => setCreating(false)} />}
    </>
  );
}

const columns = (): Column<Policy>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: ({ id, name }) => (
      <Link className="link" to={`/cloudinit/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'site', title: text('site'), sort: 'site', cell: ({ site }) => <bdi>{site}</bdi> },
  {
    key: 'description',
    title: text('description'),
    cell: ({ description }) => <bdi>{description}</bdi>,
  },
  {
    key: 'files',
    title: text('files'),
    cell: ({ files }) => <span className="number">{files}</span>,
  },
  {
    key: 'configurations',
    title: text('configurations'),
    cell: ({ configurations }) => <span className="number">{configurations}</span>,
  },
  {
    key: 'services',
    title: text('services'),
    cell: ({ services }) => <span className="number">{services}</span>,
  },
  {
    key: 'state',
    title: text('state'),
    cell: ({ isEnabled }) => (
      <Badge tone={isEnabled ? 'good' : 'neutral'}>
        {text(isEnabled ? 'offered' : 'notOffered')}
      </Badge>
    ),
  },
  {
    key: 'changed',
    title: text('changed'),
    sort: 'changed',
    cell: ({ changedAt }) => <RelativeTime at={changedAt} />,
  },
];

function Create({ onClose }: { onClose(): void }) {
  const form = useForm({ name: '', description: '' });
  const go = useGo();
  const create = async () => {
    let id = '';
    const isCreated = await form.save(text('made', { name: form.values.name }), async () => {
      id = (await call('createPolicy', { body: form.values })).id;
    });
    if (isCreated) await go({ to: `/cloudinit/${id}` });
    return isCreated;
  };
  return (
    <FormDialog
      title={text('create')}
      submitLabel={text('create')}
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <TextInput label={text('name')} data-autofocus {...form.input('name')} />
      <TextInput label={text('description')} {...form.input('description')} />
    </FormDialog>
  );
}
