import { useCall } from '../../../../web/data/useCall.ts';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { numberFormat } from '../../../../web/ui/values/formats.ts';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import styles from './metering.module.css';
import { text } from './text.ts';

const gigabyte = 1_000_000_000;

/**
 * A server's usage of its traffic package this month, and the price of overage. Empty if there is
 * neither a package nor usage.
 */
export default function TrafficSection({ serverId }: { serverId: string }) {
  const { data } = useCall('getTraffic', { params: { serverId } });
  if (!data) return null;
  const included = Number(data.includedGb);
  const overageGb = Number(data.beyondGb);
  const usedGb = data.bytes / gigabyte;
  if (included === 0 && usedGb === 0 && !data.isUnmetered) return null;
  const usedText = numberFormat({
    maximumFractionDigits: usedGb < 10 ? 2 : usedGb < 100 ? 1 : 0,
  }).format(usedGb);
  const percent = included > 0 ? Math.min(100, Math.floor((usedGb / included) * 100)) : null;
  const price =
    data.price !== null && data.currency !== null
      ? formatMoney(data.price, data.currency, 4)
      : null;
  return (
    <Section title={text('traffic')}>
      <div className={styles.traffic}>
        {data.isUnmetered && <p>{text('unmetered')}</p>}
        {!data.isUnmetered && (
          <p>
            {included > 0
              ? text('used', {
                  used: usedText,
                  included: numberFormat({ maximumFractionDigits: 0 }).format(included),
                })
              : text('counted', { used: usedText })}
          </p>
        )}
        {percent !== null && (
          <div
            className="progress"
            role="progressbar"
            aria-label={text('usedShare', { percent })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <span style={{ inlineSize: `${percent}%` }} />
          </div>
        )}
        {overageGb > 0 && (
          <p>
            {price === null
              ? text('beyondFree', { beyond: numberFormat().format(overageGb) })
              : text('beyond', { beyond: numberFormat().format(overageGb), price })}
          </p>
        )}
        {overageGb === 0 && included > 0 && price !== null && (
          <p className="soft">{text('beyondLater', { price })}</p>
        )}
        {!data.isUnmetered && <p className="soft">{text('counting')}</p>}
      </div>
    </Section>
  );
}
