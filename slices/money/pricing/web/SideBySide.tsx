import { ActionIcon, Button } from '@mantine/core';
import type { Answer } from '../../../../web/client.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { ChoiceCard } from '../../../../web/ui/layout/ChoiceCard.tsx';
import { Box, Grid, Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatDisks, formatGb, Money } from '../../../../web/ui/values/values.tsx';
import { type Choice, multiply, sumOf } from './choice.ts';
import styles from './pricing.module.css';
import { text } from './text.ts';
import type { EstimateQuery } from './useEstimates.ts';

/** A, B, C, D. */
export const choiceName = (position: number): string =>
  String.fromCharCode('A'.charCodeAt(0) + position);

interface SideBySideProps {
  prices: Answer<'getPrices'>;
  choices: readonly Choice[];
  estimates: readonly EstimateQuery[];
  chosen: number;
  onChoose(place: number): void;
  onRemove(place: number): void;
  /** Omitted if no more choices fit. */
  onAdd?: () => void;
}

/** The choices side by side, each with its cost and the difference from the first. */
export function SideBySide({
  prices,
  choices,
  estimates,
  chosen,
  onChoose,
  onRemove,
  onAdd,
}: SideBySideProps) {
  const monthly = choices.map(({ servers }, position) => {
    const estimate = estimates[position]?.on.data;
    return estimate ? multiply(estimate.monthly, servers) : null;
  });
  const knownAmounts = monthly.filter((amount) => amount !== null);
  return (
    <Section
      title={text('sideBySide')}
      actions={
        onAdd && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="plus" size={15} />}
            onClick={onAdd}
          >
            {text('another')}
          </Button>
        )
      }
    >
      <Grid as="ul" min={220} gap={12}>
        {choices.map((choice, position) => (
          <ChoiceCard
            as="li"
            key={choiceName(position)}
            data-part="side"
            data-chosen={position === chosen || undefined}
          >
            <Row isNowrap align="center" justify="space-between" gap={8}>
              <Button
                size="compact-sm"
                variant={position === chosen ? 'filled' : 'default'}
                aria-pressed={position === chosen}
                onClick={() => onChoose(position)}
              >
                {text('choiceName', { name: choiceName(position) })}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text('removeChoice', { name: choiceName(position) })}
                onClick={() => onRemove(position)}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </Row>
            <Price
              {...{ prices, choice }}
              estimated={estimates[position]}
              monthly={monthly[position] ?? null}
              first={position === 0 ? null : (monthly[0] ?? null)}
            />
          </ChoiceCard>
        ))}
      </Grid>
      {knownAmounts.length === choices.length && (
        <Text data-part="side-total" mt={14} weight={600}>
          {text('allTogether')} <Money amount={sumOf(knownAmounts)} currency={prices.currency} />{' '}
          <span className="soft">/ {text('month')}</span>
        </Text>
      )}
    </Section>
  );
}

interface PriceProps {
  prices: Answer<'getPrices'>;
  choice: Choice;
  estimated: EstimateQuery | undefined;
  /** For all servers of the choice. */
  monthly: string | null;
  /** The same amount for the first choice. */
  first: string | null;
}

const hourlyDigits = 5;

function Price({ prices, choice, estimated, monthly, first }: PriceProps) {
  const { currency } = prices;
  const titleOf = (code: string) =>
    prices.groups.flatMap(({ items }) => items).find((item) => item.code === code)?.title ?? '';
  const { on, off } = estimated ?? {};
  const difference =
    monthly && first
      ? sumOf([monthly, first.startsWith('-') ? first.slice(1) : `-${first}`])
      : null;
  return (
    <>
      {monthly && (
        <Row
          as="p"
          className={styles.sidePrice}
          data-part="side-price"
          align="baseline"
          gap="2px 10px"
          size="1.5rem"
          weight={600}
          aria-busy={on?.isPlaceholderData}
        >
          <Money amount={monthly} currency={currency} />
          {difference && Number(difference) !== 0 && (
            <Text as="small" size="sm" weight={400} tone="soft">
              {text(Number(difference) > 0 ? 'more' : 'less')}{' '}
              <Money amount={difference.replace('-', '')} currency={currency} />
            </Text>
          )}
        </Row>
      )}
      <Grid as="dl" columns="auto 1fr" gap="5px 14px" size="sm">
        <Text as="dt" tone="soft">
          {text('servers')}
        </Text>
        <Box as="dd" textAlign="end" wrap="anywhere">
          {choice.servers}
        </Box>
        <Text as="dt" tone="soft">
          {text('processor')}
        </Text>
        <Box as="dd" textAlign="end" wrap="anywhere">
          {text('coresValue', { count: choice.cores })}, {titleOf(`cpu.${choice.cpu}`)}
        </Box>
        <Text as="dt" tone="soft">
          {text('memory')}
        </Text>
        <Box as="dd" textAlign="end" wrap="anywhere">
          {formatGb(choice.ram)}
        </Box>
        <Text as="dt" tone="soft">
          {text('disks')}
        </Text>
        <Box as="dd" textAlign="end" wrap="anywhere">
          {formatDisks(choice.disks)}
        </Box>
        <Text as="dt" tone="soft">
          {text('addresses')}
        </Text>
        <Box as="dd" textAlign="end" wrap="anywhere">
          {choice.addresses}
        </Box>
        <Text as="dt" tone="soft">
          {text('traffic')}
        </Text>
        <Box as="dd" textAlign="end" wrap="anywhere">
          {choice.traffic === '' ? text('noTraffic') : titleOf(`traffic.${choice.traffic}`)}
        </Box>
        {choice.image !== '' && (
          <>
            <Text as="dt" tone="soft">
              {text('image')}
            </Text>
            <Box as="dd" textAlign="end" wrap="anywhere">
              {titleOf(`image.${choice.image}`)}
            </Box>
          </>
        )}
        <Text as="dt" tone="soft">
          {text('billing')}
        </Text>
        <Box as="dd" textAlign="end" wrap="anywhere">
          {choice.mode === 'hourly' ? text('hoursValue', { count: choice.hours }) : text('monthly')}
        </Box>
        {on?.data && choice.mode === 'hourly' && (
          <>
            <Text as="dt" tone="soft">
              {text('hour')}
            </Text>
            <Box as="dd" textAlign="end" wrap="anywhere">
              <Money
                amount={multiply(on.data.hourly, choice.servers)}
                currency={currency}
                digits={hourlyDigits}
              />
            </Box>
          </>
        )}
        {off?.data && (choice.mode === 'hourly' || off.data.monthly !== on?.data?.monthly) && (
          <>
            <Text as="dt" tone="soft">
              {text('whileOff')}
            </Text>
            <Box as="dd" textAlign="end" wrap="anywhere">
              <Money amount={multiply(off.data.monthly, choice.servers)} currency={currency} />
            </Box>
          </>
        )}
      </Grid>
    </>
  );
}
