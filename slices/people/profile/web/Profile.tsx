import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { Overview } from './Overview.tsx';
import { text } from './text.ts';

export type ProfileData = Answer<'getProfile'>;
export type SecurityData = Answer<'getSecurity'>;
export interface TabProps {
  profile: ProfileData;
  security: SecurityData;
  /** Where another site redirected back from (`/profile/{social}`). */
  cameBackFrom: string | undefined;
}

const tabs = {
  general: lazy(() => import('./General.tsx')),
  security: lazy(() => import('./Security.tsx')),
  sessions: lazy(() => import('./Sessions.tsx')),
  logins: lazy(() => import('./Logins.tsx')),
  notifications: lazy(() => import('./Notifications.tsx')),
  partner: lazy(() => import('./Partner.tsx')),
} satisfies Record<string, ComponentType<TabProps>>;
type TabId = keyof typeof tabs;
const tabIds = Object.keys(tabs) as TabId[];

/** The user's own account, starting with its security status. */
export default function Profile(): ReactNode {
  const { tab, status, value } = useScreenParams('/profile/{-$tab}/{-$status}/{-$value}');
  const profile = useCall('getProfile', {}, { pollMs: 25_000 });
  const security = useCall('getSecurity', {}, { pollMs: 25_000 });
  const failed = [profile, security].find((query) => query.isError && !query.data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!profile.data || !security.data) return <Skeleton count={8} />;
  const tabId = tabIds.find((id) => id === tab?.toLowerCase());
  // Not a tab, but the value that another site redirected back with.
  const returnedFrom =
    tabId === undefined && tab !== undefined && /^[a-z][a-z0-9-]{1,30}$/.test(tab)
      ? tab
      : undefined;
  const current = tabId ?? (returnedFrom ? 'security' : 'general');
  const Tab = tabs[current];
  const visibleTabs = tabIds.filter((id) => id !== 'partner' || profile.data.enableCSPSettings);
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={
          <>
            <bdi dir="ltr">{profile.data.userEmail}</bdi>
            <span>{profile.data.siteName}</span>
          </>
        }
      />
      {returnedFrom && status && <ReturnNotice name={returnedFrom} status={status} value={value} />}
      <Overview security={security.data} />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={visibleTabs.map((id) => ({
          id,
          title: text(`tab_${id}`),
          to: id === 'general' ? '/profile' : `/profile/${id}`,
        }))}
      />
      <Suspense fallback={<Skeleton count={6} />}>
        <Tab profile={profile.data} security={security.data} cameBackFrom={returnedFrom} />
      </Suspense>
    </>
  );
}

/**
 * Specification section 2: `/profile/{remote}/{status}/{value}`. Text from the URL is shown only if
 * it is plain text.
 */
function ReturnNotice({
  name,
  status,
  value,
}: {
  name: string;
  status: string;
  value: string | undefined;
}) {
  const isFailure = /^(error|failed|[1-9]\d*)$/i.test(status);
  const code = /^\w{1,20}$/.exec(value ?? status)?.[0] ?? '';
  return (
    <div className={isFailure ? 'notice notice-problem' : 'notice'} role="status">
      {isFailure ? text('returnFailed', { name, code }) : text('returnDone', { name })}
    </div>
  );
}
