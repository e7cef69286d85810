import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

/** The connection to the bank that publishes rates. */
export function RateSource() {
  const source = useCall('getExchangeRateSource', {});
  const menu = useCall('menu', {});
  if (source.isError && !source.data)
    return <ErrorState error={source.error} onRetry={() => void source.refetch()} />;
  if (!source.data) return <Skeleton count={2} />;
  const { isConnected, problem, answeredAt, day, canAsk } = source.data;
  return (
    <Section title={text('ecb')} actions={canAsk && <FetchRatesButton />}>
      <Stack gap={14} isProse>
        <p>
          <State source={source.data} /> {text(isConnected ? 'ecbOnText' : 'ecbOffText')}{' '}
          {!isConnected && menu.data?.menu.includes('settings') && (
            <Link className="link" to="/settings">
              {text('settings')}
            </Link>
          )}
        </p>
        {isConnected && problem !== '' && <p>{text('ecbProblem', { problem })}</p>}
        {answeredAt && (
          <KeyValue
            rows={[
              [text('answered'), <RelativeTime key="answered" at={answeredAt} />],
              [text('ofDay'), day && formatDate(day)],
            ]}
          />
        )}
      </Stack>
    </Section>
  );
}

function State({ source: { isConnected, problem } }: { source: Answer<'getExchangeRateSource'> }) {
  if (!isConnected) return <Badge tone="neutral">{text('ecbOff')}</Badge>;
  return problem === '' ? (
    <Badge tone="good">{text('ecbOn')}</Badge>
  ) : (
    <Badge tone="bad">{text('ecbFailed')}</Badge>
  );
}

function FetchRatesButton() {
  const [isBusy, setBusy] = useState(false);
  const run = useRun();
  const fetchRates = async () => {
    setBusy(true);
    await run(text('asked'), () => call('askExchangeRateSource', {}));
    setBusy(false);
  };
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={() => void fetchRates()}>
      {text('askNow')}
    </Button>
  );
}
