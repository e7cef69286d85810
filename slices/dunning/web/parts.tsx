import type { Answer } from '../../../web/client.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { formatDate } from '../../../web/ui/moments.ts';
import { formatMoney } from '../../../web/ui/money.ts';
import { text } from './text.ts';

export type Foreseen = Answer<'getOwnDunning'>['coming'][number];
type ForeseenOfAssumed = NonNullable<Answer<'simulateDunning'>['assumed']>;
type Logged = Answer<'getOwnDunning'>['log'][number];

/** The steps ahead for one unpaid document, each with its day. */
export function Ahead({ foreseen, isOwn }: { foreseen: Foreseen; isOwn?: boolean }) {
  const { document, unpaid, owed, currency } = foreseen;
  const facts = {
    ...{ document: document.number, day: formatDate(document.dueOn) },
    ...{ unpaid: formatMoney(unpaid, currency), owed: formatMoney(owed, currency) },
  };
  return (
    <div className="dunning-part">
      <p>{text(isOwn ? 'aheadOf' : 'aheadOfCustomer', facts)}</p>
      <StepsAhead foreseen={foreseen} />
    </div>
  );
}

/** The same for a hypothetical document, with a notice first. */
export function AheadOfAssumed({ assumed }: { assumed: ForeseenOfAssumed }) {
  const { unpaid, currency, issuedOn, dueOn } = assumed;
  return (
    <div className="dunning-part">
      <p>
        {text('aheadOfAssumed', {
          amount: formatMoney(unpaid, currency),
          issued: formatDate(issuedOn),
          day: formatDate(dueOn),
        })}
      </p>
      <StepsAhead foreseen={assumed} />
    </div>
  );
}

function StepsAhead({ foreseen: { rest, steps } }: { foreseen: Pick<Foreseen, 'rest' | 'steps'> }) {
  return (
    <>
      {rest !== '' && <p role="note">{rest}</p>}
      {steps.length === 0 && rest === '' && <p className="soft">{text('noMore')}</p>}
      <ol className="dunning-list">
        {steps.map(({ key, kind, on, outcome, note }) => (
          <li key={key}>
            <time dateTime={on}>{formatDate(on)}</time>
            <span>
              <strong>{text(`step_${kind}`)}</strong> <span className="soft">{note}</span>{' '}
              {outcome === 'skipped' && <Badge tone="neutral">{text('skipped')}</Badge>}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** What was done when and why, the latest first. */
export function Log({ log }: { log: readonly Logged[] }) {
  if (log.length === 0) return <p className="soft">{text('nothingDone')}</p>;
  return (
    <ol className="dunning-list">
      {log.map(({ id, kind, document, doneOn, outcome, note }) => (
        <li key={id}>
          <time dateTime={doneOn}>{formatDate(doneOn)}</time>
          <span>
            <strong>{text(`step_${kind}`)}</strong> <bdi>{document}</bdi>{' '}
            <span className="soft">{note}</span>{' '}
            {outcome === 'skipped' && kind !== 'settled' && (
              <Badge tone="neutral">{text('skipped')}</Badge>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
