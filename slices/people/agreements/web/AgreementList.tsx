import { Button, NativeSelect } from '@mantine/core';
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
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { type AgreementSettings, SettingsFields, settingsFields } from './SettingsFields.tsx';
import { text } from './text.ts';

type Agreement = Answer<'listAgreements'>['items'][number];

export function AgreementState({
  agreement,
}: {
  agreement: Pick<Agreement, 'version' | 'isActive'>;
}) {
  if (agreement.version === null) return <Badge tone="warning">{text('draftOnly')}</Badge>;
  return (
    <Badge tone={agreement.isActive ? 'good' : 'neutral'}>
      {text(agreement.isActive ? 'active' : 'inactive')}
    </Badge>
  );
}

export default function AgreementList(): ReactNode {
  const { state, change } = useListState('agreements');
  const agreements = useCall(
    'listAgreements',
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
      <DataTable<Agreement>
        list="agreements"
        label={text('title')}
        columns={columns()}
        answer={agreements}
        state={state}
        onChange={change}
        nameOf={(agreement) => agreement.title}
        searchHint={text('searchHint')}
        empty={
          <EmptyState
            icon="signature"
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

const columns = (): Column<Agreement>[] => [
  {
    key: 'title',
    title: text('name'),
    sort: 'title',
    isName: true,
    cell: (agreement) => (
      <Link className="link" to={`/agreements/${agreement.siteId}/${agreement.id}`}>
        <bdi>{agreement.title}</bdi>
      </Link>
    ),
  },
  {
    key: 'site',
    title: text('site'),
    sort: 'site',
    cell: (agreement) => <bdi>{agreement.siteName}</bdi>,
  },
  {
    key: 'state',
    title: text('state'),
    cell: (agreement) => <AgreementState agreement={agreement} />,
  },
  {
    key: 'version',
    title: text('version'),
    cell: (agreement) => (
      <>
        {agreement.version ?? '–'}{' '}
        {agreement.hasDraft && agreement.version !== null && (
          <span className="tag">{text('withDraft')}</span>
        )}
      </>
    ),
  },
  { key: 'audience', title: text('audience'), cell: (agreement) => text(agreement.audience) },
  {
    key: 'signed',
    title: text('signed'),
    cell: ({ version, signed, mustSign }) =>
      version === null ? (
        '–'
      ) : (
        <Stack gap={4} minWidth={110}>
          <span className="number">{text('signedOf', { signed, total: mustSign })}</span>
          <div className="progress" aria-hidden="true">
            <span style={{ inlineSize: `${mustSign === 0 ? 0 : (signed / mustSign) * 100}%` }} />
          </div>
        </Stack>
      ),
  },
  {
    key: 'created',
    title: text('created'),
    sort: 'created',
    cell: (agreement) => <RelativeTime at={agreement.createdAt} />,
  },
];

const initialSettings: AgreementSettings = {
  title: '',
  audience: 'all',
  roles: [],
  blocks: 'nothing',
};

function Create({ onClose }: { onClose(): void }) {
  const sites = useCall('listSites', { query: { size: '500', sorting: 'tree' } });
  const form = useForm({ ...initialSettings, siteId: '' }, settingsFields);
  const { siteId, ...settings } = form.values;
  const go = useGo();
  const create = () =>
    form.save(text('made', { title: settings.title }), async () => {
      const created = await call('createAgreement', {
        body: { settings, ...(siteId ? { siteId } : {}) },
      });
      await go({ to: `/agreements/${created.siteId}/${created.id}` });
    });
  return (
    <FormDialog
      title={text('create')}
      submitLabel={text('create')}
      form={form}
      onSubmit={create}
      onClose={onClose}
    >
      <SettingsFields value={settings} problemAt={form.problemAt} onChange={form.set} />
      {(sites.data?.items.length ?? 0) > 1 && (
        <NativeSelect
          label={text('site')}
          {...form.input('siteId')}
          data={(sites.data?.items ?? []).map((site, index) => ({
            value: index === 0 ? '' : site.id,
            label: `${'\u2003'.repeat(site.depth)}${site.name}`,
          }))}
        />
      )}
    </FormDialog>
  );
}
