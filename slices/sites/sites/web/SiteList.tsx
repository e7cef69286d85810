import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code, RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './sites.module.css';
import { text } from './text.ts';

export type Site = Answer<'listSites'>['items'][number];

const pollMs = 25_000;
const stateTones = { active: 'good', suspended: 'bad', suspendedAbove: 'warning' } as const;

export function SiteState({ status }: { status: Site['status'] }) {
  return <Badge tone={stateTones[status]}>{text(status)}</Badge>;
}

/** The sites as a tree, each directly below its parent. */
export default function SiteList(): ReactNode {
  const { state, change } = useListState('sites');
  const sites = useCall(
    'listSites',
    { query: listQueryOf(state) },
    { pollMs, keepsPrevious: true },
  );
  const isTree =
    state.filter === '' &&
    Object.keys(state.filters).length === 0 &&
    (state.sorting === '' || state.sorting === 'tree');
  const { actions, dialog } = useSiteActions();
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={text('detail')}
        actions={
          <Button component={Link} to="/createNewSite" leftSection={<Icon name="plus" size={16} />}>
            {text('create')}
          </Button>
        }
      />
      <DataTable<Site>
        list="sites"
        label={text('title')}
        columns={columns(isTree)}
        answer={sites}
        state={state}
        onChange={change}
        nameOf={(site) => site.name}
        searchHint={text('searchHint')}
        filters={[
          {
            key: 'status',
            title: text('state'),
            options: (['active', 'suspended', 'suspendedAbove'] as const).map((value) => ({
              value,
              title: text(value),
            })),
          },
        ]}
        rowActions={actions}
        empty={<EmptyState icon="world" title={text('emptyTitle')} hint={text('emptyHint')} />}
      />
      {dialog}
    </>
  );
}

/** The actions on a site, with their confirmation dialogs. */
export function useSiteActions() {
  const [dialogSite, setDialogSite] = useState<Pick<Site, 'id' | 'name'> | null>(null);
  const run = useRun();

  const actions: Action<Pick<Site, 'id' | 'name' | 'actions'>>[] = [
    {
      id: 'resume',
      title: text('resume'),
      icon: 'play',
      reason: (site) => site.actions.resume,
      run: ([site]) => {
        if (site)
          void run(text('resumeDone', { name: site.name }), () =>
            call('resumeSite', { params: { siteHost: site.id } }),
          );
      },
    },
    {
      id: 'suspend',
      title: text('suspend'),
      icon: 'pause',
      isDangerous: true,
      reason: (site) => site.actions.suspend,
      run: ([site]) => setDialogSite(site ?? null),
    },
  ];
  const dialog = dialogSite && (
    <ConfirmDialog
      title={text('suspendTitle', { name: dialogSite.name })}
      confirmLabel={text('suspend')}
      isDangerous
      typedName={dialogSite.name}
      onConfirm={async () => {
        await call('suspendSite', { params: { siteHost: dialogSite.id } });
        await run(text('suspendDone', { name: dialogSite.name }), async () => undefined);
      }}
      onClose={() => setDialogSite(null)}
    >
      {text('suspendText')}
    </ConfirmDialog>
  );
  return { actions, dialog };
}

const columns = (isTree: boolean): Column<Site>[] => [
  {
    key: 'name',
    title: text('name'),
    sort: 'name',
    isName: true,
    cell: (site) => (
      <Row
        as="span"
        isNowrap
        align="center"
        gap={10}
        style={isTree ? { paddingInlineStart: Math.max(0, site.depth - 1) * 22 } : {}}
      >
        {isTree && site.depth > 0 && <span className={styles.siteBranch} aria-hidden="true" />}
        <span
          className={styles.siteDot}
          style={{ background: site.primaryColor }}
          aria-hidden="true"
        />
        <Link className="link" to={`/sites/${site.siteHost}`}>
          <bdi>{site.name}</bdi>
        </Link>
      </Row>
    ),
  },
  { key: 'systemName', title: text('systemName'), cell: (site) => <bdi>{site.systemName}</bdi> },
  {
    key: 'hosts',
    title: text('hosts'),
    cell: (site) =>
      site.hosts[0] === undefined ? (
        <span className="soft">{text('noHost')}</span>
      ) : (
        <>
          <Code>{site.hosts[0]}</Code>{' '}
          {site.hosts.length > 1 && (
            <span className="tag" data-hint={site.hosts.slice(1).join('\n')} data-hint-dir="ltr">
              {text('moreHosts', { count: site.hosts.length - 1 })}
            </span>
          )}
        </>
      ),
  },
  { key: 'state', title: text('state'), cell: (site) => <SiteState status={site.status} /> },
  { key: 'users', title: text('users'), sort: 'users', align: 'end', cell: (site) => site.users },
  { key: 'admins', title: text('admins'), align: 'end', cell: (site) => site.admins },
  {
    key: 'created',
    title: text('created'),
    sort: 'created',
    cell: (site) => <RelativeTime at={site.createdAt} />,
  },
];
