import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../../web/navigation.ts';
import { NotLoaded } from '../../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { ActionButton, ActionMenu } from '../../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { type UrlTab, UrlTabs } from '../../../../../web/ui/page/UrlTabs.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { useUserActions } from '../actions.tsx';
import { text } from '../text.ts';
import { UserState, userPath } from '../user.tsx';

export type UserData = Answer<'getUser'>;
export interface TabProps {
  user: UserData;
}

/** The tabs of the specification, each in its own chunk. */
const tabs = {
  info: lazy(() => import('./Info.tsx')),
  services: lazy(() => import('./Services.tsx')),
  signup: lazy(() => import('./Signup.tsx')),
  billing: lazy(() => import('./Billing.tsx')),
  history: lazy(() => import('./History.tsx')),
  csp: lazy(() => import('./WaitingCsp.tsx')),
  azure: lazy(() => import('./WaitingAzure.tsx')),
} satisfies Record<string, ComponentType<TabProps>>;
type TabId = keyof typeof tabs;
const tabIds = Object.keys(tabs) as TabId[];

/** A user with details, actions, and tabs. */
export default function UserDetail(): ReactNode {
  const { userId = '', tab } = useScreenParams('/users/$site/$userId/{-$tab}');
  const user = useCall('getUser', { params: { userId } }, { pollMs: 25_000 });
  const current: TabId = tabIds.find((id) => id === tab?.toLowerCase()) ?? 'info';
  if (user.isError && !user.data)
    return (
      <NotLoaded
        query={user}
        title={<Code>{userId}</Code>}
        back={<BackLink to="/users" title={text('back')} />}
        icon="users"
      />
    );
  if (!user.data) return <Skeleton count={8} />;
  const Tab = tabs[current];
  const path = userPath(user.data);
  return (
    <>
      <UserHeader user={user.data} />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabIds.map(
          (id): UrlTab => ({
            id,
            title: text(id),
            to: id === 'info' ? path : `${path}/${id}`,
          }),
        )}
      />
      <Suspense fallback={<Skeleton count={6} />}>
        <Tab user={user.data} />
      </Suspense>
    </>
  );
}

const headActions = ['actFor', 'disable', 'enable'];

function UserHeader({ user }: TabProps) {
  const { actions, dialog } = useUserActions();
  // Of two opposite actions, only the available one.
  const isOffered = (id: string) =>
    id !== (user.isEnabled ? 'enable' : 'disable') && id !== (user.isLocked ? 'lock' : 'unlock');
  const availableActions = actions.filter(({ id }) => isOffered(id));
  return (
    <>
      <PageHeader
        back={<BackLink to="/users" title={text('back')} />}
        title={<bdi dir="ltr">{user.email}</bdi>}
        detail={
          <>
            <UserState user={user} />
            <span>{text(`role.${user.role}`)}</span>
            <bdi>{user.site}</bdi>
            {user.name && <bdi>{user.name}</bdi>}
            {user.isWaiting && <span>{text('waiting')}</span>}
            {user.isLocked && <span>{text('locked')}</span>}
          </>
        }
        actions={
          <>
            {availableActions
              .filter(({ id }) => headActions.includes(id))
              .map((action) => (
                <ActionButton key={action.id} action={action} row={user} />
              ))}
            <ActionMenu
              actions={availableActions.filter(({ id }) => !headActions.includes(id))}
              row={user}
              name={user.email}
            />
          </>
        }
      />
      {dialog}
    </>
  );
}
