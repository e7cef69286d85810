import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { code } from '../../../../web/codes.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenSearch } from '../../../../web/navigation.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Money } from '../../../../web/ui/values/values.tsx';
import { Calculator } from './Calculator.tsx';
import { Cost } from './Cost.tsx';
import {
  type Choice,
  firstChoice,
  maxChoices,
  multiply,
  parseChoices,
  searchOfAll,
} from './choice.ts';
import { PriceTable } from './PriceTable.tsx';
import styles from './pricing.module.css';
import { choiceName, SideBySide } from './SideBySide.tsx';
import { text } from './text.ts';
import { useDebounced } from './useDebounced.ts';
import { useEstimates } from './useEstimates.ts';

const debounceMs = 120;

/** The cost of a server, calculated by the billing code, and the complete price list. */
export default function Pricing(): ReactNode {
  const prices = useCall('getPrices', {});
  if (prices.error?.code === code.priceMissing)
    return <EmptyState icon="calculator" title={text('noPrices')} hint={text('noPricesHint')} />;
  if (prices.isError && !prices.data)
    return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  return (
    <>
      <PageHeader title={text('title')} detail={text('detail')} />
      {prices.data ? <Calculation prices={prices.data} /> : <Skeleton count={10} />}
      {prices.data && <PriceTable prices={prices.data} />}
    </>
  );
}

function Calculation({ prices }: { prices: Answer<'getPrices'> }) {
  const search = useScreenSearch();
  const [choices, setChoices] = useState<readonly Choice[]>(() => parseChoices(search));
  const [index, setIndex] = useState(0);
  const debouncedChoices = useDebounced(choices, debounceMs);
  useSyncLink(debouncedChoices);
  const pricedItems = useMemo(
    () => new Set(prices.groups.flatMap((group) => group.items.map((item) => item.code))),
    [prices],
  );
  const estimates = useEstimates(debouncedChoices, pricedItems);
  const position = Math.min(index, choices.length - 1);
  const choice = choices[position] ?? firstChoice;
  const { on, off } = estimates[position] ?? {};
  const link = `${location.origin}/pricing?${new URLSearchParams(searchOfAll(choices))}`;
  const add = () => {
    setChoices([...choices, choice]);
    setIndex(choices.length);
  };
  const remove = (removed: number) => {
    setChoices(choices.filter((_, other) => other !== removed));
    setIndex(position > removed ? position - 1 : Math.min(position, choices.length - 2));
  };
  return (
    <>
      {choices.length > 1 && (
        <SideBySide
          {...{ prices, choices, estimates }}
          chosen={position}
          onChoose={setIndex}
          onRemove={remove}
          {...(choices.length < maxChoices ? { onAdd: add } : {})}
        />
      )}
      <div className={styles.pricing}>
        <Section
          title={
            choices.length > 1
              ? text('choiceName', { name: choiceName(position) })
              : text('serverTitle')
          }
          actions={
            choices.length === 1 && (
              <Button
                size="xs"
                variant="default"
                leftSection={<Icon name="plus" size={15} />}
                onClick={add}
              >
                {text('compare')}
              </Button>
            )
          }
        >
          <Calculator
            key={position}
            prices={prices}
            choice={choice}
            onChange={(change) =>
              setChoices((before) =>
                before.map((one, other) => (other === position ? { ...one, ...change } : one)),
              )
            }
          />
        </Section>
        <aside className={styles.pricingCost}>
          {on?.isError && <ErrorState error={on.error} onRetry={() => void on.refetch()} />}
          {on?.data && (
            <Cost
              estimate={on.data}
              whileOff={off?.data}
              isOld={on.isPlaceholderData}
              link={link}
              servers={choice.servers}
            />
          )}
        </aside>
        {on?.data && (
          <p className={styles.pricingBar} aria-hidden="true">
            <strong>
              <Money
                amount={multiply(on.data.monthly, choice.servers)}
                currency={on.data.currency}
              />
            </strong>
            <span className="soft">/ {text('month')}</span>
          </p>
        )}
      </div>
    </>
  );
}

/** Stores the choices in the URL so that they can be shared. */
function useSyncLink(choices: readonly Choice[]): void {
  const go = useGo();
  useEffect(() => {
    void go({
      search: searchOfAll(choices),
      replace: true,
      resetScroll: false,
    });
  }, [choices, go]);
}
