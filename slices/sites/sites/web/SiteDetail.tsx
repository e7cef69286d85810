import { lazy, type ReactNode, Suspense } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { EmptyState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { type UrlTab, UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { SiteState, useSiteActions } from './SiteList.tsx';
import { text } from './text.ts';

const Settings = lazy(() => import('./tabs/Settings.tsx'));
const RemoteLogin = lazy(() => import('./tabs/RemoteLogin.tsx'));
const Pages = lazy(() => import('./tabs/Pages.tsx'));
const Contents = lazy(() => import('./tabs/Contents.tsx'));
const Look = lazy(() => import('./branding/Branding.tsx'));
const Admins = lazy(() => import('./tabs/Admins.tsx'));

/** Spelled as in the specification. The comparison is case-insensitive. */
const tabs = [
  'settings',
  'RemoteLogin',
  'externalPages',
  'Contents',
  'UISettings',
  'SiteAdmin',
  'MsCloud',
  'Adobe',
] as const;
type Tab = (typeof tabs)[number];

const titles = {
  settings: 'tabSettings',
  RemoteLogin: 'tabRemoteLogin',
  externalPages: 'tabExternalPages',
  Contents: 'tabContents',
  UISettings: 'tabUISettings',
  SiteAdmin: 'tabSiteAdmin',
  MsCloud: 'tabMsCloud',
  Adobe: 'tabAdobe',
} as const satisfies Record<Tab, string>;

export default function SiteDetail(): ReactNode {
  const { siteHost = '', tab } = useScreenParams('/sites/$siteHost/{-$tab}');
  const site = useCall('getSite', { params: { siteHost } });
  const { actions, dialog } = useSiteActions();
  const backLink = <BackLink to="/sites" title={text('toSites')} />;
  if (site.isError && !site.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={site}
        title={<Code>{siteHost}</Code>}
        back={backLink}
        icon="world"
        missing={missing}
      />
    );
  }
  if (!site.data) return <Skeleton count={8} />;
  const current =
    tabs.find((candidate) => candidate.toLowerCase() === tab?.toLowerCase()) ?? 'settings';
  const address = `/sites/${siteHost}` as const;
  return (
    <>
      <PageHeader
        back={backLink}
        title={<bdi>{site.data.name}</bdi>}
        detail={
          <>
            <SiteState status={site.data.status} />
            {site.data.hosts[0] ? <Code>{site.data.hosts[0]}</Code> : <span>{text('noHost')}</span>}
            {site.data.parentName && <span>{text('below', { name: site.data.parentName })}</span>}
          </>
        }
        actions={actions
          .filter(
            (action) => action.id === (site.data.status === 'suspended' ? 'resume' : 'suspend'),
          )
          .map((action) => <ActionButton key={action.id} action={action} row={site.data} />)}
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabs.map(
          (id): UrlTab => ({
            id,
            title: text(titles[id]),
            to: id === 'settings' ? address : `${address}/${id}`,
          }),
        )}
      />
      <Suspense fallback={<Skeleton count={6} />}>
        <TabContent key={site.data.id} tab={current} siteId={site.data.id} />
      </Suspense>
      {dialog}
    </>
  );
}

function TabContent({ tab, siteId }: { tab: Tab; siteId: string }) {
  if (tab === 'settings') return <Settings siteId={siteId} />;
  if (tab === 'RemoteLogin') return <RemoteLogin siteId={siteId} />;
  if (tab === 'externalPages') return <Pages siteId={siteId} />;
  if (tab === 'Contents') return <Contents siteId={siteId} />;
  if (tab === 'UISettings') return <Look siteId={siteId} />;
  if (tab === 'SiteAdmin') return <Admins siteId={siteId} />;
  return (
    <Section>
      <EmptyState
        icon="world"
        title={text('waitsTitle', { name: text(titles[tab]) })}
        hint={text('waitsHint')}
      />
    </Section>
  );
}
