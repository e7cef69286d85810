import type { ReactNode } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Device, LocationAndIp } from '../../../../web/ui/values/Location.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import styles from './audit.module.css';
import { ChoiceFilter, SinceFilter, TypedFilter } from './Filters.tsx';
import { type LogColumn, LogTable } from './LogTable.tsx';
import { text } from './text.ts';
import { useOlderPages } from './useOlderPages.ts';

type Login = Answer<'listLogins'>['items'][number];

const outcomes = [
  'signedIn',
  'needsSecondStep',
  'wrongPassword',
  'wrongCode',
  'blocked',
  'ipRefused',
  'disabled',
  'signedOut',
  'disconnected',
  'ipChanged',
] as const;
const methods = {
  password: 'password',
  totp: 'totp',
  email: 'emailMethod',
  sms: 'sms',
  recovery: 'recovery',
  passkey: 'passkey',
  social: 'social',
  autoLogin: 'autoLogin',
} as const;
const successful = new Set(['signedIn', 'signedOut']);
const neutralOutcomes = new Set(['needsSecondStep', 'disconnected', 'ipChanged']);
const filterKeys = ['email', 'outcome', 'method', 'ip', 'since'] as const;
type FilterKey = (typeof filterKeys)[number];
const refetchMs = 10_000;

/** Sign-ins and failed attempts. */
export default function LoginLog(): ReactNode {
  const { state, change } = useListState('logins', filterKeys);
  const query = state.filters as NonNullable<Parameters<typeof call<'listLogins'>>[1]['query']>;
  const logins = useCall('listLogins', { query }, { alwaysMs: refetchMs, keepsPrevious: true });
  const { items, more } = useOlderPages(logins.data, JSON.stringify(query), (cursor) =>
    call('listLogins', { query: { ...query, ...cursor } }),
  );
  const value = (key: FilterKey) => state.filters[key] ?? '';
  const set = (key: FilterKey) => (next: string) => change({ filters: { [key]: next } });
  return (
    <>
      <PageHeader title={text('loginTitle')} detail={text('loginDetail')} />
      <LogTable<Login>
        label={text('loginTitle')}
        columns={columns()}
        items={items}
        total={logins.data?.total}
        read={logins}
        more={more}
        tools={
          <>
            <TypedFilter label={text('byFilter')} value={value('email')} onChange={set('email')} />
            <TypedFilter label={text('addressFilter')} value={value('ip')} onChange={set('ip')} />
            <ChoiceFilter
              label={text('outcome')}
              value={value('outcome')}
              options={outcomes.map((outcome) => ({ value: outcome, title: text(outcome) }))}
              onChange={set('outcome')}
            />
            <ChoiceFilter
              label={text('method')}
              value={value('method')}
              options={Object.entries(methods).map(([method, title]) => ({
                value: method,
                title: text(title),
              }))}
              onChange={set('method')}
            />
            <SinceFilter value={value('since')} onChange={set('since')} />
          </>
        }
      />
    </>
  );
}

const toneOf = (outcome: string): Tone =>
  successful.has(outcome) ? 'good' : neutralOutcomes.has(outcome) ? 'neutral' : 'warning';
/** Unknown outcomes, written by an older or newer version of the portal, are shown unchanged. */
const outcomeText = (outcome: string): string =>
  outcomes.some((candidate) => candidate === outcome)
    ? text(outcome as (typeof outcomes)[number])
    : outcome;
const methodText = (method: string): string =>
  method in methods ? text(methods[method as keyof typeof methods]) : method;

const columns = (): LogColumn<Login>[] => [
  {
    title: text('when'),
    cell: ({ at }) => (
      <time className={styles.logWhen} dateTime={at}>
        {formatMoment(at)}
      </time>
    ),
  },
  {
    title: text('user'),
    isName: true,
    cell: ({ email, site }) => (
      <>
        <bdi>{email}</bdi>
        <Text as="span" isBlock size="xs" tone="soft" wrap="anywhere">
          <bdi>{site}</bdi>
        </Text>
      </>
    ),
  },
  {
    title: text('outcome'),
    cell: ({ outcome }) => <Badge tone={toneOf(outcome)}>{outcomeText(outcome)}</Badge>,
  },
  { title: text('method'), cell: ({ method }) => methodText(method) },
  {
    title: text('device'),
    cell: ({ device, userAgent }) => (
      <span data-hint={userAgent}>{device ? <Device name={device} /> : '–'}</span>
    ),
  },
  { title: text('place'), cell: ({ ip, place }) => <LocationAndIp place={place} ip={ip} /> },
];
