import { ActionIcon, Button } from '@mantine/core';
import type { Answer } from '../../../web/client.ts';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { formatDisks, formatGb, Money } from '../../../web/ui/values.tsx';
import { type Choice, sumOf, times } from './choice.ts';
import { text } from './text.ts';
import type { Estimated } from './useEstimates.ts';

/** A, B, C, D. */
export const choiceName = (place: number): string => String.fromCharCode('A'.charCodeAt(0) + place);

interface SideBySideProps {
  prices: Answer<'getPrices'>;
  choices: readonly Choice[];
  estimates: readonly Estimated[];
  chosen: number;
  onChoose(place: number): void;
  onRemove(place: number): void;
  /** Absent: no more fit. */
  onAdd?: () => void;
}

/**
 * The choices beside one another, each with what it costs and how much more or less than the first
 * that is.
 */
export function SideBySide({
  prices,
  choices,
  estimates,
  chosen,
  onChoose,
  onRemove,
  onAdd,
}: SideBySideProps) {
  const monthly = choices.map(({ servers }, place) => {
    const estimate = estimates[place]?.on.data;
    return estimate ? times(estimate.monthly, servers) : null;
  });
  const known = monthly.filter((amount) => amount !== null);
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
      <ul className="side-by-side">
        {choices.map((choice, place) => (
          <li key={choiceName(place)} className="side" data-chosen={place === chosen || undefined}>
            <div className="side-head">
              <Button
                size="compact-sm"
                variant={place === chosen ? 'filled' : 'default'}
                aria-pressed={place === chosen}
                onClick={() => onChoose(place)}
              >
                {text('choiceName', { name: choiceName(place) })}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={text('removeChoice', { name: choiceName(place) })}
                onClick={() => onRemove(place)}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </div>
            <Price
              {...{ prices, choice }}
              estimated={estimates[place]}
              monthly={monthly[place] ?? null}
              first={place === 0 ? null : (monthly[0] ?? null)}
            />
          </li>
        ))}
      </ul>
      {known.length === choices.length && (
        <p className="side-total">
          {text('allTogether')} <Money amount={sumOf(known)} currency={prices.currency} />{' '}
          <span className="soft">/ {text('month')}</span>
        </p>
      )}
    </Section>
  );
}

interface PriceProps {
  prices: Answer<'getPrices'>;
  choice: Choice;
  estimated: Estimated | undefined;
  /** Of all its servers. */
  monthly: string | null;
  /** The same of the first choice. */
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
        <p className="side-price" aria-busy={on?.isPlaceholderData}>
          <Money amount={monthly} currency={currency} />
          {difference && Number(difference) !== 0 && (
            <small className="soft">
              {text(Number(difference) > 0 ? 'more' : 'less')}{' '}
              <Money amount={difference.replace('-', '')} currency={currency} />
            </small>
          )}
        </p>
      )}
      <dl className="side-facts">
        <dt>{text('servers')}</dt>
        <dd>{choice.servers}</dd>
        <dt>{text('processor')}</dt>
        <dd>
          {text('coresValue', { count: choice.cores })}, {titleOf(`cpu.${choice.cpu}`)}
        </dd>
        <dt>{text('memory')}</dt>
        <dd>{formatGb(choice.ram)}</dd>
        <dt>{text('disks')}</dt>
        <dd>{formatDisks(choice.disks)}</dd>
        <dt>{text('addresses')}</dt>
        <dd>{choice.addresses}</dd>
        <dt>{text('traffic')}</dt>
        <dd>{choice.traffic === '' ? text('noTraffic') : titleOf(`traffic.${choice.traffic}`)}</dd>
        {choice.image !== '' && (
          <>
            <dt>{text('image')}</dt>
            <dd>{titleOf(`image.${choice.image}`)}</dd>
          </>
        )}
        <dt>{text('billing')}</dt>
        <dd>
          {choice.mode === 'hourly' ? text('hoursValue', { count: choice.hours }) : text('monthly')}
        </dd>
        {on?.data && choice.mode === 'hourly' && (
          <>
            <dt>{text('hour')}</dt>
            <dd>
              <Money
                amount={times(on.data.hourly, choice.servers)}
                currency={currency}
                digits={hourlyDigits}
              />
            </dd>
          </>
        )}
        {off?.data && (choice.mode === 'hourly' || off.data.monthly !== on?.data?.monthly) && (
          <>
            <dt>{text('whileOff')}</dt>
            <dd>
              <Money amount={times(off.data.monthly, choice.servers)} currency={currency} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
