import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { DateField } from '../../../../../web/ui/form/DateField.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../../web/ui/layout/SimpleTable.tsx';
import { ScrollPart } from '../../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { browserTimeZone } from '../../../../../web/ui/values/moments.ts';
import { formatDisks, formatMb, formatMoment } from '../../../../../web/ui/values/values.tsx';
import { dateInTimeZone, localIn } from '../../../../../web/ui/values/zonedTime.ts';
import styles from './detail.module.css';
import type { TabProps } from './ServerDetail.tsx';
import { text } from './text.ts';

type TimelineData = Answer<'getServerPast'>;
type Field = TimelineData['fields'][number]['field'];

/**
 * The server's configuration at a past time compared with now, with steps from change to change.
 */
export function Timeline({ server }: TabProps) {
  const [localTime, setLocalTime] = useState(() => localIn(browserTimeZone(), new Date()));
  const [at, setAt] = useState<string | null>(null);
  const timeline = useCall(
    'getServerPast',
    { params: { serverId: server.id }, query: { at: at ?? new Date(0).toISOString() } },
    { isEnabled: at !== null, keepsPrevious: true },
  );
  const goTo = (moment: string) => {
    setAt(moment);
    setLocalTime(localIn(browserTimeZone(), new Date(moment)));
  };
  return (
    <Section title={text('past')}>
      <Row
        as="form"
        className={styles.detailRow}
        align="end"
        gap="8px 12px"
        firstFlex="0 1 340px"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = dateInTimeZone(browserTimeZone(), localTime)?.getTime();
          // The field has a precision of one second, so changes within the selected second are
          // included.
          if (chosen !== undefined) setAt(new Date(chosen + 999).toISOString());
        }}
      >
        <DateField
          kind="moment"
          hasSeconds
          label={text('pastAt')}
          zone={browserTimeZone()}
          value={localTime}
          onChange={setLocalTime}
        />
        <Button type="submit">{text('pastShow')}</Button>
        {timeline.data && at !== null && (
          <>
            <Button
              variant="default"
              disabled={timeline.data.earlier === null}
              onClick={() => timeline.data?.earlier && goTo(timeline.data.earlier)}
            >
              {text('pastEarlier')}
            </Button>
            <Button
              variant="default"
              disabled={timeline.data.later === null}
              onClick={() => timeline.data?.later && goTo(timeline.data.later)}
            >
              {text('pastLater')}
            </Button>
          </>
        )}
      </Row>
      {at === null && <p className="soft">{text('pastHint')}</p>}
      {at !== null && timeline.isError && !timeline.data && (
        <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {at !== null && timeline.isPending && <Skeleton count={4} />}
      {at !== null && timeline.data && <ConfigurationComparison past={timeline.data} />}
    </Section>
  );
}

function ConfigurationComparison({ past }: { past: TimelineData }) {
  if (past.since === null)
    return <p>{text('pastBefore', { first: past.first ? formatMoment(past.first) : '–' })}</p>;
  const differing = past.fields.filter(({ was, is }) => was !== is);
  return (
    <>
      <p role="status">
        {text('pastSince', { since: formatMoment(past.since) })}{' '}
        <strong>
          {differing.length === 0
            ? text('pastSame')
            : text('pastDiffers', { count: differing.length })}
        </strong>
      </p>
      <ScrollPart label={text('past')}>
        <SimpleTable className={styles.pastTable} data-part="past-table">
          <thead>
            <tr>
              <td />
              <th scope="col">{text('pastThen')}</th>
              <th scope="col">{text('pastNow')}</th>
            </tr>
          </thead>
          <tbody>
            {[...differing, ...past.fields.filter((field) => !differing.includes(field))].map(
              ({ field, was, is }) => (
                <tr key={field} data-differs={was !== is || undefined}>
                  <th scope="row">{text(`past_${field}`)}</th>
                  <td>
                    <bdi>{displayValue(field, was)}</bdi>
                  </td>
                  <td>
                    <bdi>{displayValue(field, is)}</bdi>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </SimpleTable>
      </ScrollPart>
    </>
  );
}

const yesNo: readonly Field[] = ['backup', 'managed', 'locked'];

function displayValue(field: Field, value: string): string {
  if (value === '') return '–';
  if (yesNo.includes(field)) return text(value === 'true' ? 'yes' : 'no');
  if (field === 'ramMb') return formatMb(Number(value));
  if (field === 'disks') return formatDisks(value.split(', ').map(Number));
  if (field === 'state')
    return text(value === 'live' ? 'pastLive' : value === 'bin' ? 'inBinShort' : 'creating');
  if (field === 'bootsFrom') return text(value === 'iso' ? 'pastIso' : 'pastDisk');
  if (field === 'power') return text(value as 'on' | 'off' | 'suspended');
  return field === 'billingMode' ? text(value as 'hourly' | 'monthly') : value;
}
