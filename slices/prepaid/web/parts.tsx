import type { Answer } from '../../../web/client.ts';
import { Icon } from '../../../web/ui/Icon.tsx';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { Money } from '../../../web/ui/values.tsx';
import { text } from './text.ts';

export type Prepaid = NonNullable<Answer<'getPrepaid'>['prepaid']>;

/** What is left, and what it is made of. */
export function Left({
  prepaid: { left, balance, used, credit, promo, currency, state },
}: {
  prepaid: Prepaid;
}) {
  const isMissing = left.startsWith('-');
  return (
    <>
      <p className={isMissing ? 'prepaid-left prepaid-missing' : 'prepaid-left'}>
        <Money amount={left.replace('-', '')} currency={currency} />{' '}
        <small>{text(isMissing ? 'missing' : 'left')}</small>
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
