import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { type Answer, addressOf } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { direction } from '../../../../web/texts/texts.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Control } from '../../../../web/ui/layout/Control.tsx';
import { Box, Grid, Text } from '../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { ScrollPart } from '../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { momentFormat, numberFormat } from '../../../../web/ui/values/formats.ts';
import { monthName, monthRange } from '../../../../web/ui/values/months.ts';
import { formatBytes, Money } from '../../../../web/ui/values/values.tsx';
import styles from './statistics.module.css';
import { text } from './text.ts';

type UsageData = Answer<'getUsage'>;
type UsageTotals = UsageData['total'];
const measures = [
  'hoursOn',
  'cpuHours',
  'ramGbHours',
  'diskGbHours',
  'receivedBytes',
  'sentBytes',
] as const;

const formatUsage = (measure: keyof UsageTotals, value: number): string =>
  measure.endsWith('Bytes')
    ? formatBytes(value)
    : numberFormat({ maximumFractionDigits: 1 }).format(value);
const dayName = (day: string): string =>
  momentFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** The `reports` tab: the server's usage in a month and its cost. */
export default function Usage({ server }: { server: { id: string } }) {
  const [month, setMonth] = useState<string | null>(null);
  const query = month === null ? {} : { month };
  const usage = useCall(
    'getUsage',
    { params: { serverId: server.id }, query },
    { alwaysMs: 300_000, keepsPrevious: true },
  );
  const { data } = usage;
  if (usage.isError && !data)
    return <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />;
  if (!data) return <Skeleton count={8} />;
  return (
    <>
      <Section
        title={text('usage')}
        actions={
          <>
            <MonthPicker data={data} onChange={setMonth} />
            <Button
              component="a"
              size="xs"
              variant="default"
              leftSection={<Icon name="download" size={15} />}
              href={addressOf('getUsageCsv', {
                params: { serverId: server.id },
                query: { month: data.month },
              })}
              download
            >
              {text('csv')}
            </Button>
          </>
        }
      >
        <Grid as="dl" min={150} gap="14px 20px">
          {measures.map((measure) => (
            <div key={measure}>
              <Text as="dt" size="xs" tone="soft">
                {text(measure)}
              </Text>
              <Box as="dd" className="number" mt={2} size="1.25rem" weight={600}>
                <bdi dir="ltr">{formatUsage(measure, data.total[measure])}</bdi>
              </Box>
            </div>
          ))}
          {data.cost?.totals.map(({ amount, currency }) => (
            <div key={currency}>
              <Text as="dt" size="xs" tone="soft">
                {text('cost')} {data.isRunning && text('soFar')}
              </Text>
              <Box as="dd" mt={2} size="1.25rem" weight={600}>
                <Money amount={amount} currency={currency} />
              </Box>
            </div>
          ))}
        </Grid>
      </Section>
      <Costs cost={data.cost} />
      <Days data={data} />
    </>
  );
}

function MonthPicker({ data, onChange }: { data: UsageData; onChange(month: string): void }) {
  const months = monthRange(data.firstMonth, data.month);
  const index = months.indexOf(data.month);
  const [before, after] =
    direction() === 'rtl'
      ? (['chevron-right', 'chevron-left'] as const)
      : (['chevron-left', 'chevron-right'] as const);
  const step = (label: string, icon: IconName, month: string | undefined) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      disabled={month === undefined}
      onClick={() => month && onChange(month)}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
  return (
    <>
      {step(text('earlierMonth'), before, months[index + 1])}
      <Control
        as="select"
        size="sm"
        aria-label={text('month')}
        value={data.month}
        onChange={(event) => onChange(event.target.value)}
      >
        {months.map((month) => (
          <option key={month} value={month}>
            {monthName(month)}
          </option>
        ))}
      </Control>
      {step(text('laterMonth'), after, months[index - 1])}
    </>
  );
}

function Costs({ cost }: { cost: UsageData['cost'] }) {
  return (
    <Section title={text('costOf')} isFlush={cost !== null && cost.lines.length > 0}>
      {cost === null && <p className="soft">{text('noBill')}</p>}
      {cost?.lines.length === 0 && <p className="soft">{text('noCost')}</p>}
      {cost !== null && cost.lines.length > 0 && (
        <SimpleTable>
          <thead>
            <tr>
              <th scope="col">{text('item')}</th>
              <th scope="col" data-amount>
                {text('cost')}
              </th>
            </tr>
          </thead>
          <tbody>
            {cost.lines.map(({ item, title, amount, currency, formulas }) => (
              <tr key={`${item} ${currency}`}>
                <td>
                  {title}
                  {formulas.map((formula) => (
                    <bdi key={formula} dir="ltr" className={`${styles.usageFormula} number`}>
                      {formula}
                    </bdi>
                  ))}
                </td>
                <td data-amount>
                  <Money amount={amount} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </SimpleTable>
      )}
    </Section>
  );
}

function Days({ data }: { data: UsageData }) {
  const days = data.days.filter((day) => measures.some((measure) => day[measure] > 0));
  return (
    <Section title={text('days')} isFlush>
      {days.length === 0 ? (
        <EmptyState icon="activity" title={text('noUse')} />
      ) : (
        <ScrollPart label={text('days')}>
          <SimpleTable className="number">
            <thead>
              <tr>
                <th scope="col">{text('day')}</th>
                {measures.map((measure) => (
                  <th scope="col" data-amount key={measure}>
                    {text(measure)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day.day}>
                  <th scope="row">{dayName(day.day)}</th>
                  <UsageFigures used={day} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{text('total')}</th>
                <UsageFigures used={data.total} />
              </tr>
            </tfoot>
          </SimpleTable>
        </ScrollPart>
      )}
      <p className="section-body soft">{text('countedNote')}</p>
    </Section>
  );
}

const UsageFigures = ({ used }: { used: UsageTotals }) =>
  measures.map((measure) => (
    <td data-amount key={measure}>
      <bdi dir="ltr">{formatUsage(measure, used[measure])}</bdi>
    </td>
  ));
