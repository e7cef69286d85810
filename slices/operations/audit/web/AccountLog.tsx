import type { ReactNode } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import styles from './audit.module.css';
import { Changes } from './Changes.tsx';
import { type LogColumn, LogTable } from './LogTable.tsx';
import { text } from './text.ts';
import { useOlderPages } from './useOlderPages.ts';

type Entry = Answer<'listOwnLog'>['items'][number];
const tones: Record<Entry['outcome'], Tone> = {
  done: 'good',
  checked: 'neutral',
  refused: 'warning',
  failed: 'bad',
};

/** Activity in the user's own account, including actions by others. */
export default function AccountLog(): ReactNode {
  const log = useCall('listOwnLog', { query: {} }, { keepsPrevious: true });
  const { items, more } = useOlderPages(log.data, '', (cursor) =>
    call('listOwnLog', { query: cursor }),
  );
  return (
    <>
      <PageHeader title={text('ownTitle')} detail={text('ownDetail')} />
      <LogTable<Entry>
        label={text('ownTitle')}
        columns={columns()}
        items={items}
        total={log.data?.total}
        read={log}
        more={more}
      />
    </>
  );
}

const columns = (): LogColumn<Entry>[] => [
  {
    title: text('when'),
    cell: ({ at }) => (
      <time className={styles.logWhen} dateTime={at}>
        {formatMoment(at)}
      </time>
    ),
  },
  {
    title: text('operation'),
    isName: true,
    cell: ({ operation, title }) => (
      <span data-hint={operation} data-hint-dir="ltr">
        {title}
      </span>
    ),
  },
  {
    title: text('who'),
    cell: ({ by, isByOther }) =>
      isByOther ? (
        <>
          <Badge tone="warning">{text('otherMark')}</Badge>
          <Text as="span" isBlock size="xs" tone="soft" wrap="anywhere">
            {by || text('portal')}
          </Text>
        </>
      ) : (
        text('bySelf')
      ),
  },
  {
    title: text('object'),
    cell: ({ target }) =>
      target ? (
        <>
          <Code>{target.type}</Code>
          <Text as="span" isBlock size="xs" tone="soft" wrap="anywhere">
            <bdi dir="ltr" className={styles.logId} data-hint={target.id} data-hint-dir="ltr">
              {target.id}
            </bdi>
          </Text>
        </>
      ) : (
        <span className="soft">–</span>
      ),
  },
  {
    title: text('outcome'),
    cell: ({ outcome }) => <Badge tone={tones[outcome]}>{text(outcome)}</Badge>,
  },
  {
    title: text('changes'),
    cell: ({ changes, details }) => <Changes changes={changes} details={details} />,
  },
  { title: text('address'), cell: ({ ip }) => <Code>{ip || '–'}</Code> },
];
