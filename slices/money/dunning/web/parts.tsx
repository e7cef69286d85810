import type { Answer } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import styles from './dunning.module.css';
import { text } from './text.ts';

export type Forecast = Answer<'getOwnDunning'>['coming'][number];
type SimulatedForecast = NonNullable<Answer<'simulateDunning'>['assumed']>;
type Logged = Answer<'getOwnDunning'>['log'][number];

/** The upcoming steps for an unpaid document, with their dates. */
export function DunningForecast({ foreseen, isOwn }: { foreseen: Forecast; isOwn?: boolean }) {
  const { document, unpaid, owed, currency } = foreseen;
  const messageValues = {
    ...{ document: document.number, day: formatDate(document.dueOn) },
    ...{ unpaid: formatMoney(unpaid, currency), owed: formatMoney(owed, currency) },
  };
  return (
    <Stack gap={16} isProse>
      <p>{text(isOwn ? 'aheadOf' : 'aheadOfCustomer', messageValues)}</p>
      <UpcomingSteps foreseen={foreseen} />
    </Stack>
  );
}

/** The upcoming steps for an assumed document, below a notice that it's assumed. */
export function SimulatedDunning({ assumed }: { assumed: SimulatedForecast }) {
  const { unpaid, currency, issuedOn, dueOn } = assumed;
  return (
    <Stack gap={16} isProse>
      <p>
        {text('aheadOfAssumed', {
          amount: formatMoney(unpaid, currency),
          issued: formatDate(issuedOn),
          day: formatDate(dueOn),
        })}
      </p>
      <UpcomingSteps foreseen={assumed} />
    </Stack>
  );
}

function UpcomingSteps({
  foreseen: { rest, steps },
}: {
  foreseen: Pick<Forecast, 'rest' | 'steps'>;
}) {
  return (
    <>
      {rest !== '' && <p role="note">{rest}</p>}
      {steps.length === 0 && rest === '' && <p className="soft">{text('noMore')}</p>}
      <Stack as="ol" className={styles.dunningList} gap={12}>
        {steps.map(({ key, kind, on, outcome, note }) => (
          <li key={key}>
            <time dateTime={on}>{formatDate(on)}</time>
            <span>
              <strong>{text(`step_${kind}`)}</strong> <span className="soft">{note}</span>{' '}
              {outcome === 'skipped' && <Badge tone="neutral">{text('skipped')}</Badge>}
            </span>
          </li>
        ))}
      </Stack>
    </>
  );
}

/** The completed steps with their time and reason, newest first. */
export function Log({ log }: { log: readonly Logged[] }) {
  if (log.length === 0) return <p className="soft">{text('nothingDone')}</p>;
  return (
    <Stack as="ol" className={styles.dunningList} gap={12}>
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
    </Stack>
  );
}
