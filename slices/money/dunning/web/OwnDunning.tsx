import { useCall } from '../../../../web/data/useCall.ts';
import { ErrorState } from '../../../../web/ui/feedback/states.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { DunningForecast, Log } from './parts.tsx';
import { text } from './text.ts';

/**
 * The upcoming steps and their dates if nothing is paid. Empty for users without amounts due or
 * past steps.
 */
export function OwnDunning() {
  const dunning = useCall('getOwnDunning', {}, { pollMs: 60_000 });
  if (dunning.isError && !dunning.data)
    return <ErrorState error={dunning.error} onRetry={() => void dunning.refetch()} />;
  if (!dunning.data) return null;
  const { coming, log } = dunning.data;
  return (
    <>
      {coming.length > 0 && (
        <Section title={text('ahead')}>
          <Stack gap={16} isProse>
            {coming.map((forecast) => (
              <DunningForecast key={forecast.document.id} foreseen={forecast} isOwn />
            ))}
          </Stack>
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
