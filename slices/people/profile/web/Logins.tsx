import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Row } from '../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Device, LocationAndIp } from '../../../../web/ui/values/Location.tsx';
import { formatMoment, RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './profile.module.css';
import { text } from './text.ts';

type Login = Answer<'listOwnLogins'>['items'][number];

const tones: Record<Login['outcome'], Tone> = {
  signedIn: 'good',
  needsSecondStep: 'neutral',
  wrongPassword: 'warning',
  wrongCode: 'warning',
  blocked: 'bad',
  ipRefused: 'bad',
  disabled: 'bad',
  signedOut: 'neutral',
  disconnected: 'neutral',
  ipChanged: 'bad',
};

interface Cursor {
  from?: string;
  skip?: string;
}

/** The account's sign-ins and failed attempts. */
export default function Logins() {
  // The cursors of the visited pages, to go back.
  const [places, setPlaces] = useState<readonly Cursor[]>([{}]);
  const cursor = places.at(-1) ?? {};
  const logins = useCall(
    'listOwnLogins',
    { query: { size: '25', ...cursor } },
    { keepsPrevious: true, pollMs: 25_000 },
  );
  const page = logins.data;
  if (logins.isError && !page)
    return <ErrorState error={logins.error} onRetry={() => void logins.refetch()} />;
  const older = () =>
    page?.nextDate && setPlaces([...places, { from: page.nextDate, skip: String(page.nextSkip) }]);
  return (
    <Section title={text('logins')} isFlush>
      {!page ? (
        <div className={styles.profileInset}>
          <Skeleton count={8} />
        </div>
      ) : page.items.length === 0 ? (
        <EmptyState icon="history" title={text('loginsNone')} />
      ) : (
        <SimpleTable hasCards>
          <thead>
            <tr>
              <th>{text('when')}</th>
              <th>{text('outcome')}</th>
              <th>{text('how')}</th>
              <th>{text('device')}</th>
              <th>{text('place')}</th>
            </tr>
          </thead>
          <tbody>
            {page.items.map((login) => (
              <tr key={login.id}>
                <td title={formatMoment(login.at)}>
                  <RelativeTime at={login.at} />
                </td>
                <td>
                  <Badge tone={tones[login.outcome]}>{text(`outcome_${login.outcome}`)}</Badge>
                </td>
                <td>{text(`method_${login.method}`)}</td>
                <td>
                  <Device name={login.device} />
                </td>
                <td>
                  <LocationAndIp place={login.place} ip={login.ip} />
                </td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      )}
      {page && (places.length > 1 || page.next) && (
        <Row isNowrap align="center" gap={10} p="12px 18px" hasLineAbove>
          <Button
            size="xs"
            variant="default"
            disabled={places.length === 1}
            onClick={() => setPlaces(places.slice(0, -1))}
          >
            {text('newer')}
          </Button>
          <Button size="xs" variant="default" disabled={!page.next} onClick={older}>
            {text('older')}
          </Button>
          <span className="soft">{text('inAll', { count: page.total })}</span>
        </Row>
      )}
    </Section>
  );
}
