import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { type Path, useGo } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { type AgreementSettings, SettingsFields } from './SettingsFields.tsx';
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

const first: AgreementSettings = { title: '', audience: 'all', roles: [], blocks: 'nothing' };

function Create({ onClose }: { onClose(): void }) {
  const sites = useCall('listSites', { query: { size: '500', sorting: 'tree' } });
  const [settings, setSettings] = useState(first);
  const [siteId, setSite] = useState('');
  const saving = useSave(['settings']);
  const go = useGo();
  const create = async (event: FormEvent) => {
    event.preventDefault();
    let address: Path = '/agreements';
    const isCreated = await saving.save(text('made', { title: settings.title }), async () => {
      const created = await call('createAgreement', {
        body: { settings, ...(siteId ? { siteId } : {}) },
      });
      address = `/agreements/${created.siteId}/${created.id}`;
    });
    if (isCreated) await go({ to: address });
  };
  return (
    <Dialog onClose={onClose} title={text('create')}>
      <form className="dialog" onSubmit={(event) => void create(event)} noValidate>
        <SettingsFields
          value={settings}
          problemAt={saving.problemAt}
          onChange={(change) => setSettings((before) => ({ ...before, ...change }))}
        />
        {(sites.data?.items.length ?? 0) > 1 && (
          <NativeSelect
            label={text('site')}
            value={siteId}
            data={(sites.data?.items ?? []).map((site, index) => ({
              value: index === 0 ? '' : site.id,
              label: `${'\u2003'.repeat(site.depth)}${site.name}`,
            }))}
            onChange={(event) => setSite(event.currentTarget.value)}
          />
        )}
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
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
