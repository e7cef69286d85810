import { lazy, type ReactNode, Suspense } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { KeyState } from './KeyState.tsx';
import { text } from './text.ts';
import { useKeyActions } from './useKeyActions.tsx';

const Details = lazy(() => import('./tabs/Details.tsx'));
const BoundServers = lazy(() => import('./tabs/BoundServers.tsx'));
const Access = lazy(() => import('./tabs/Access.tsx'));

const tabs = { details: 'tabDetails', servers: 'tabServers', access: 'tabAccess' } as const;
type Tab = keyof typeof tabs;

/** An access key. */
export default function KeyDetail(): ReactNode {
  const { clientId = '', tab } = useScreenParams('/keys/$clientId/{-$tab}');
  const key = useCall('getKey', { params: { clientId } });
  const go = useGo();
  const { actions, dialog } = useKeyActions(() => void go({ to: '/keys' }));
  const backLink = <BackLink to="/keys" title={text('back')} />;
  if (key.isError && !key.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={key}
        title={<Code>{clientId}</Code>}
        back={backLink}
        icon="key"
        missing={missing}
      />
    );
  }
  if (!key.data) return <Skeleton count={8} />;
  const { data } = key;
  const current =
    (Object.keys(tabs) as Tab[]).find((candidate) => candidate === tab?.toLowerCase()) ?? 'details';
  const isOn = data.state !== 'disabled';
  return (
    <>
      <PageHeader
        back={backLink}
        title={<bdi>{data.name}</bdi>}
        detail={
          <>
            <KeyState state={data.state} />
            <span>{text(`type_${data.type}`)}</span>
            {data.isTest && <Badge tone="neutral">{text('test')}</Badge>}
            <Code>{data.clientId}</Code>
          </>
        }
        actions={actions
          .filter(({ id }) => id !== (isOn ? 'enable' : 'disable'))
          .map((action) => <ActionButton key={action.id} action={action} row={data} />)}
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={(Object.keys(tabs) as Tab[]).map((id) => ({
          id,
          title: text(tabs[id]),
          to: `/keys/${clientId}${id === 'details' ? '' : `/${id}`}`,
        }))}
      />
      <Suspense fallback={<Skeleton count={6} />}>
        {current === 'details' && <Details apiKey={data} />}
        {current === 'servers' && <BoundServers apiKey={data} />}
        {current === 'access' && <Access apiKey={data} />}
      </Suspense>
      {dialog}
    </>
  );
}
