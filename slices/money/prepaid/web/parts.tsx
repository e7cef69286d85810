import type { Answer } from '../../../../web/client.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Money } from '../../../../web/ui/values/values.tsx';
import styles from './prepaid.module.css';
import { text } from './text.ts';

export type Prepaid = NonNullable<Answer<'getPrepaid'>['prepaid']>;

/** The prepaid balance and its components. */
export function RemainingBalance({
  prepaid: { left, balance, used, credit, promo, currency, state },
}: {
  prepaid: Prepaid;
}) {
  const isMissing = left.startsWith('-');
  return (
    <>
      <p className={styles.prepaidLeft} data-missing={isMissing || undefined}>
        <Money amount={left.replace('-', '')} currency={currency} />{' '}
        <Text as="small" size="sm" weight={400} tone="soft">
          {text(isMissing ? 'missing' : 'left')}
        </Text>
      </p>
      {state !== 'ok' && (
        <div className={state === 'gone' ? 'notice notice-problem' : 'notice'} role="status">
          <Icon name="alert" />
          <span>{text(state)}</span>
        </div>
      )}
      <KeyValue
        rows={[
          [text('balance'), <Money key="balance" amount={balance} currency={currency} />],
          [text('used'), <Money key="used" amount={used} currency={currency} />],
          [
            text('promo'),
            Number(promo) === 0 ? null : <Money key="promo" amount={promo} currency={currency} />,
          ],
          [
            text('credit'),
            Number(credit) === 0 ? null : (
              <Money key="credit" amount={credit} currency={currency} />
            ),
          ],
        ]}
      />
    </>
  );
}
