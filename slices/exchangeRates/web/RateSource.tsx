import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { formatDate } from '../../../web/ui/moments.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { RelativeTime } from '../../../web/ui/values.tsx';
import './exchangeRates.css';
import { text } from './text.ts';

/** How the portal stands with the bank that publishes rates. */
export function RateSource() {
  const source = useCall('getExchangeRateSource', {}, { topics: ['exchangeRate', 'setting'] });
  const menu = useCall('menu', {});
  if (source.isError && !source.data)
    return <ErrorState error={source.error} onRetry={() => void source.refetch()} />;
  if (!source.data) return <Skeleton count={2} />;
  const { isConnected, problem, answeredAt, day, canAsk } = source.data;
  return (
    <Section title={text('ecb')} actions={canAsk && <AskButton />}>
      <div className="exchange-rate-source">
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
      </div>
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

function AskButton() {
  const [isBusy, setBusy] = useState(false);
  const run = useRun();
  const ask = async () => {
    setBusy(true);
    await run(text('asked'), () => call('askExchangeRateSource', {}), [
      'getExchangeRateSource',
      'listExchangeRates',
    ]);
    setBusy(false);
  };
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={() => void ask()}>
      {text('askNow')}
    </Button>
  );
}
