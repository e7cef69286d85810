import { useCall } from '../../../web/data/useCall.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState } from '../../../web/ui/states.tsx';
import { Ahead, Log } from './parts.tsx';
import { text } from './text.ts';

/**
 * The upcoming steps and their dates if nothing is paid. Empty for users who never had an amount
 * due.
 */
export function OwnDunning() {
  const dunning = useCall(
    'getOwnDunning',
    {},
    { topics: ['billing', 'user', 'invoice'], pollMs: 60_000 },
  );
  if (dunning.isError && !dunning.data)
    return <ErrorState error={dunning.error} onRetry={() => void dunning.refetch()} />;
  if (!dunning.data) return null;
  const { coming, log } = dunning.data;
  return (
    <>
      {coming.length > 0 && (
        <Section title={text('ahead')}>
          <div className="dunning-part">
            {coming.map((foreseen) => (
              <Ahead key={foreseen.document.id} foreseen={foreseen} isOwn />
            ))}
          </div>
        </Section>
      )}
      {log.length > 0 && (
        <Section title={text('done')}>
          <Log log={log} />
        </Section>
      )}
    </>
  );
}
