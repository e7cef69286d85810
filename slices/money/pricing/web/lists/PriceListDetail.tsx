import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type Answer, addressOf, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../../web/navigation.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { NotLoaded } from '../../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { ActionButton } from '../../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../../web/ui/page/UrlTabs.tsx';
import { formatMoment } from '../../../../../web/ui/values/values.tsx';
import { PriceTable } from '../PriceTable.tsx';
import { isFirst, StateBadge } from './parts.tsx';
import { text } from './text.ts';

export type Version = Answer<'getPriceList'>;
const Accounts = lazy(() => import('./Accounts.tsx'));

/** One version of a price list: its prices, and for a named list the accounts that buy from it. */
export default function PriceListDetail(): ReactNode {
  const { priceListId = '', tab } = useScreenParams('/pricelist/$priceListId/{-$tab}');
  const list = useCall('getPriceList', { params: { priceListId } }, { pollMs: 25_000 });
  const backLink = <BackLink to="/pricelist" title={text('back')} />;
  if (list.isError && !list.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={list}
        title={text('title')}
        back={backLink}
        icon="receipt"
        missing={missing}
      />
    );
  }
  if (!list.data) return <Skeleton count={8} />;
  const { name, isManaged } = list.data;
  const showsAccounts = name !== '' && isManaged;
  const current = showsAccounts && tab?.toLowerCase() === 'accounts' ? 'accounts' : 'prices';
  const path = `/pricelist/${priceListId}` as const;
  return (
    <>
      <PriceListHeader list={list.data} back={backLink} />
      {!isManaged && (
        <div className="notice">
          <Icon name="info" />
          <span>{text('fromAbove')}</span>
        </div>
      )}
      {showsAccounts && (
        <UrlTabs
          label={text('detailTabs')}
          current={current}
          tabs={[
            { id: 'prices', title: text('tabPrices'), to: path },
            {
              id: 'accounts',
              title: text('tabAccounts'),
              to: `${path}/accounts`,
              hint: <span className="soft">{list.data.accountCount}</span>,
            },
          ]}
        />
      )}
      {current === 'prices' ? (
        <PriceTable prices={{ currency: list.data.currency, groups: itemGroups(list.data) }} />
      ) : (
        <Suspense fallback={<Skeleton count={6} />}>
          <Accounts list={list.data} />
        </Suspense>
      )}
    </>
  );
}

const itemGroups = ({ groups, items }: Version) =>
  groups.map(({ group, title }) => ({
    ...{ group, title },
    items: items.filter((item) => item.group === group).map(({ group: _group, ...item }) => item),
  }));

function PriceListHeader({ list, back }: { list: Version; back: React.ReactNode }) {
  const [isConfirming, setConfirming] = useState(false);
  const run = useRun();
  const moment = formatMoment(list.validFrom);
  const withdraw = {
    ...{ id: 'withdraw', title: text('withdraw'), icon: 'back' as const },
    reason: () => list.actions.withdraw,
    run: () => setConfirming(true),
  };
  return (
    <>
      <PageHeader
        back={back}
        title={
          <>
            <bdi>{list.siteName}</bdi> {list.name !== '' && <bdi>· {list.name}</bdi>}
          </>
        }
        detail={
          <>
            <StateBadge state={list.state} />
            <span>{text('versionN', { version: list.version })}</span>
            <bdi>{list.currency}</bdi>
            {list.billingModes === 'hourlyOnly' && <span>{text('hourlyOnly')}</span>}
            <span>
              {isFirst(list.validFrom)
                ? text('validAlways')
                : text(list.state === 'planned' ? 'validWillBe' : 'validSince', { moment })}
            </span>
            {list.createdBy && <bdi dir="ltr">{list.createdBy}</bdi>}
          </>
        }
        actions={
          <>
            {list.isManaged && <ActionButton action={withdraw} row={list} />}
            <Button
              component="a"
              size="xs"
              variant="default"
              href={addressOf('priceListCsv', { params: { priceListId: list.id } })}
              leftSection={<Icon name="download" size={15} />}
            >
              {text('csv')}
            </Button>
            <Button
              component={Link}
              size="xs"
              to="/pricelist/new"
              search={{ from: list.id, ...(list.isManaged ? { site: list.siteId } : {}) }}
              leftSection={<Icon name="plus" size={15} />}
            >
              {text('newVersion')}
            </Button>
          </>
        }
      />
      {isConfirming && (
        <ConfirmDialog
          title={text('withdrawTitle', { version: list.version })}
          confirmLabel={text('withdraw')}
          isDangerous
          onClose={() => setConfirming(false)}
          onConfirm={async () => {
            await call('withdrawPriceList', { params: { priceListId: list.id } });
            await run(text('withdrawnToast', { version: list.version }), async () => undefined);
          }}
        >
          {text('withdrawText', { moment })}
        </ConfirmDialog>
      )}
    </>
  );
}
