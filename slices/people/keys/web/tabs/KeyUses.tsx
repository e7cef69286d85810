import { useState } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { TableFrame } from '../../../../../web/table/TableFrame.tsx';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code, formatMoment } from '../../../../../web/ui/values/values.tsx';
import styles from '../keys.module.css';
import { text } from '../text.ts';
import '../../../../../web/table/table.css';

type KeyUse = Answer<'listKeyUses'>['items'][number];
const tones: Record<KeyUse['outcome'], Tone> = { done: 'good', refused: 'warning', failed: 'bad' };
const step = 25;
const maxSize = 500;

/** The key's history, latest first. */
export function KeyUses({ clientId }: { clientId: string }) {
  const [size, setSize] = useState(step);
  const uses = useCall(
    'listKeyUses',
    { params: { clientId }, query: { size: String(size) } },
    { keepsPrevious: true },
  );
  const { data } = uses;
  return (
    <Section title={text('uses')} isFlush>
      {uses.isError && !data && (
        <ErrorState error={uses.error} onRetry={() => void uses.refetch()} />
      )}
      {uses.isPending && (
        <div className="section-body">
          <Skeleton count={3} />
        </div>
      )}
      {data?.items.length === 0 && (
        <EmptyState icon="history" title={text('noUses')} hint={text('usesHint')} />
      )}
      {data && data.items.length > 0 && <UseTable items={data.items} />}
      {data?.next && size < maxSize && (
        <div className="section-body">
          <button
            type="button"
            className="link"
            onClick={() => setSize(Math.min(size + 4 * step, maxSize))}
          >
            {text('earlier')}
          </button>
        </div>
      )}
    </Section>
  );
}

function UseTable({ items }: { items: readonly KeyUse[] }) {
  return (
    <TableFrame columns={5} className={styles.keyUses}>
      <div className="table-scroll">
        <table aria-label={text('uses')}>
          <thead>
            <tr>
              {(['what', 'when', 'outcome', 'object', 'address'] as const).map((column) => (
                <th key={column}>{text(column)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, at, operation, outcome, target, ip }) => (
              <tr key={id}>
                <td data-name data-title={text('what')}>
                  <Code>{operation}</Code>
                </td>
                <td data-title={text('when')}>
                  <time dateTime={at}>{formatMoment(at)}</time>
                </td>
                <td data-title={text('outcome')}>
                  <Badge tone={tones[outcome]}>{text(outcome)}</Badge>
                </td>
                <td data-title={text('object')}>
                  {target ? <Code>{`${target.type} ${target.id}`}</Code> : '–'}
                </td>
                <td data-title={text('address')}>
                  <Code>{ip}</Code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TableFrame>
  );
}
