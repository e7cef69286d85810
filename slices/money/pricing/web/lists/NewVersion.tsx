import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { useScreenSearch } from '../../../../../web/navigation.ts';
import { NotLoaded } from '../../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { BackLink } from '../../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { Editor } from './Editor.tsx';
import { text } from './text.ts';

export type Site = Answer<'listPriceListSites'>['items'][number];

/** Creates a version, based on the version in the URL or on the site's current prices. */
export default function NewVersion(): ReactNode {
  const { from, site } = useScreenSearch();
  const [chosen, setChosen] = useState(site);
  const sites = useCall('listPriceListSites', { query: { size: '0' } }, {});
  const siteRow =
    sites.data?.items.find(({ id, isCallers }) => (chosen ? id === chosen : isCallers)) ??
    sites.data?.items[0];
  const basisId = from ?? siteRow?.source?.id;
  const basis = useCall(
    'getPriceList',
    { params: { priceListId: basisId ?? '' } },
    { isEnabled: basisId !== undefined },
  );
  const priceItems = useCall('listPriceItems', {}, {});
  const failed = [sites, priceItems, basis].find((query) => query.isError && !query.data);
  const backLink = <BackLink to="/pricelist" title={text('back')} />;
  if (failed?.isError) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={failed}
        title={text('editTitle')}
        back={backLink}
        icon="receipt"
        missing={missing}
      />
    );
  }
  const isReady = sites.data && priceItems.data && siteRow && (basisId === undefined || basis.data);
  return (
    <Frame back={backLink}>
      {isReady ? (
        <Editor
          key={`${siteRow.id} ${basisId}`}
          site={siteRow}
          sites={sites.data.items}
          basis={basis.data ?? null}
          known={priceItems.data}
          isSiteFixed={from !== undefined && site !== undefined}
          onSite={setChosen}
        />
      ) : (
        <Skeleton count={10} />
      )}
    </Frame>
  );
}

const Frame = ({ back, children }: { back: ReactNode; children: ReactNode }) => (
  <>
    <PageHeader back={back} title={text('editTitle')} detail={text('editDetail')} />
    {children}
  </>
);
