import type { Answer } from '../../../../web/client.ts';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { Box, Grid, Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Money } from '../../../../web/ui/values/values.tsx';
import { maxHours, multiply } from './choice.ts';
import styles from './pricing.module.css';
import { text } from './text.ts';

/** Hourly prices are finer than the minor unit. */
const hourlyDigits = 5;

interface CostProps {
  estimate: Answer<'estimatePrice'>;
  /** The cost while the server is off. */
  whileOff: Answer<'estimatePrice'> | undefined;
  /** Whether a newer estimate is being loaded. */
  isOld: boolean;
  link: string;
  /** The number of identical servers. */
  servers: number;
}

/** The cost of the choice, by item. */
export function Cost({ estimate, whileOff, isOld, link, servers }: CostProps) {
  const { currency, hours } = estimate;
  return (
    <Section title={text('estimate')} actions={<CopyButton value={link} label={text('share')} />}>
      <div className={styles.cost} aria-live="polite" aria-busy={isOld}>
        <p className={styles.costMonth}>
          <Money amount={estimate.monthly} currency={currency} />
          <span className="soft"> / {text('month')}</span>
        </p>
        {servers > 1 && (
          <p>
            {text('together', {
              count: servers,
              amount: formatMoney(multiply(estimate.monthly, servers), currency),
            })}
          </p>
        )}
        {hours < maxHours && <p className="soft">{text('forHours', { hours })}</p>}
        <Stack as="ul" className={styles.costLines} gap={9} mt={16} mb={16} p="14px 0">
          {estimate.lines.map((line) => (
            <Row as="li" isNowrap justify="space-between" gap={16} key={line.item}>
              <div>
                <Row as="span" gap="0 6px">
                  {line.title}
                  <bdi dir="ltr" className="soft number">
                    × {line.quantity}
                  </bdi>
                </Row>
                {line.capped && (
                  <Text as="span" isBlock size="xs" tone="soft">
                    {text('capped')}
                  </Text>
                )}
              </div>
              <Money amount={line.monthly} currency={currency} />
            </Row>
          ))}
        </Stack>
        <Grid as="dl" columns="1fr auto" gap="8px 16px">
          <Text as="dt" tone="soft">
            {text('hour')}
          </Text>
          <Box as="dd">
            <Money amount={estimate.hourly} currency={currency} digits={hourlyDigits} />
          </Box>
          {whileOff && (
            <>
              <Text as="dt" tone="soft">
                {text('whileOff')}
              </Text>
              <Box as="dd">
                <Money amount={whileOff.monthly} currency={currency} />
              </Box>
            </>
          )}
          {hours === maxHours && (
            <>
              <Text as="dt" tone="soft">
                {text('thisMonth')}
              </Text>
              <Box as="dd">
                <Money amount={estimate.thisMonth} currency={currency} />
              </Box>
            </>
          )}
        </Grid>
      </div>
    </Section>
  );
}
