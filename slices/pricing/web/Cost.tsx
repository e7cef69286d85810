import type { Answer } from '../../../web/client.ts';
import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { Money } from '../../../web/ui/values.tsx';
import { mostHours, times } from './choice.ts';
import { text } from './text.ts';

/** Prices by the hour are finer than the smallest coin. */
const hourlyDigits = 5;

interface CostProps {
  estimate: Answer<'estimatePrice'>;
  /** The same while the server is off. */
  whileOff: Answer<'estimatePrice'> | undefined;
  /** While another one is on its way. */
  isOld: boolean;
  link: string;
  /** So many servers alike. */
  servers: number;
}

/** What the choice costs, item by item. */
export function Cost({ estimate, whileOff, isOld, link, servers }: CostProps) {
  const { currency, hours } = estimate;
  return (
    <Section title={text('estimate')} actions={<CopyButton value={link} label={text('share')} />}>
      <div className="cost" aria-live="polite" aria-busy={isOld}>
        <p className="cost-month">
          <Money amount={estimate.monthly} currency={currency} />
          <span className="soft"> / {text('month')}</span>
        </p>
        {servers > 1 && (
          <p>
            {text('together', {
              count: servers,
              amount: formatMoney(times(estimate.monthly, servers), currency),
            })}
          </p>
        )}
        {hours < mostHours && <p className="soft">{text('forHours', { hours })}</p>}
        <ul className="cost-lines">
          {estimate.lines.map((line) => (
            <li key={line.item}>
              <div>
                <span className="cost-item">
                  {line.title}
                  <bdi dir="ltr" className="soft number">
                    × {line.quantity}
                  </bdi>
                </span>
                {line.capped && <span className="cost-note">{text('capped')}</span>}
              </div>
              <Money amount={line.monthly} currency={currency} />
            </li>
          ))}
        </ul>
        <dl className="cost-rates">
          <dt>{text('hour')}</dt>
          <dd>
            <Money amount={estimate.hourly} currency={currency} digits={hourlyDigits} />
          </dd>
          {whileOff && (
            <>
              <dt>{text('whileOff')}</dt>
              <dd>
                <Money amount={whileOff.monthly} currency={currency} />
              </dd>
            </>
          )}
          {hours === mostHours && (
            <>
              <dt>{text('thisMonth')}</dt>
              <dd>
                <Money amount={estimate.thisMonth} currency={currency} />
              </dd>
            </>
          )}
        </dl>
      </div>
    </Section>
  );
}
