import { Button } from '@mantine/core';
import type { Answer } from '../../../../../web/client.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { PageHeader } from '../../../../../web/ui/page/PageHeader.tsx';
import { UrlTabs } from '../../../../../web/ui/page/UrlTabs.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { beginningOfTime } from '../../rules.ts';
import { text } from './text.ts';

export type State = Answer<'listPriceLists'>['items'][number]['state'];
export const states: readonly State[] = ['inForce', 'planned', 'past', 'withdrawn'];

const tones: Record<State, Tone> = {
  inForce: 'good',
  planned: 'warning',
  past: 'neutral',
  withdrawn: 'neutral',
};

export const StateBadge = ({ state }: { state: State }) => (
  <Badge tone={tones[state]}>{text(state)}</Badge>
);

/** Whether a version is the initial one of its site. */
export const isFirst = (validFrom: string): boolean =>
  Date.parse(validFrom) === beginningOfTime.getTime();

export const ValidFrom = ({ at }: { at: string }) =>
  isFirst(at) ? text('theBeginning') : <RelativeTime at={at} />;

/** The header shared by both lists: versions, and sites with the list that they sell with. */
export function ListsHeader({ current }: { current: 'versions' | 'sites' }) {
  return (
    <>
      <PageHeader
        title={text('title')}
        detail={text(current === 'sites' ? 'sitesDetail' : 'detail')}
        actions={
          <Button component={Link} to="/pricelist/new" leftSection={<Icon name="plus" size={16} />}>
            {text('newVersion')}
          </Button>
        }
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={[
          { id: 'versions', title: text('tabVersions'), to: '/pricelist' },
          { id: 'sites', title: text('tabSites'), to: '/pricelist/sites' },
        ]}
      />
    </>
  );
}
