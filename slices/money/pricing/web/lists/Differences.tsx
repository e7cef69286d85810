import type { ReactNode } from 'react';
import type { Answer } from '../../../../../web/client.ts';
import { Badge, type Tone } from '../../../../../web/ui/Badge.tsx';
import { Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { SimpleTable } from '../../../../../web/ui/layout/SimpleTable.tsx';
import { ScrollPart } from '../../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../../web/ui/values/money.ts';
import { Code } from '../../../../../web/ui/values/values.tsx';
import styles from '../priceTable.module.css';
import { offText, termsText } from '../termsText.ts';
import type { Draft } from './draft.ts';
import listsStyles from './lists.module.css';
import { text } from './text.ts';

type Preview = Answer<'previewPriceList'>;
type Difference = Preview['differences'][number];
type Modes = Draft['billingModes'];

const priceDigits = 8;
const tones: Record<Difference['kind'], Tone> = { added: 'good', removed: 'bad', changed: 'busy' };

interface DifferencesProps {
  preview: Preview;
  currency: string;
  /** How servers can be billed before and after. */
  modes: { before: Modes; after: Modes };
  /** The actions. */
  children: ReactNode;
}

/** The differences between new and previous prices, by item. */
export function Differences({ preview, currency, modes, children }: DifferencesProps) {
  const { basis, differences, unchanged } = preview;
  const hasDifferentModes = modes.before !== modes.after;
  const list = basis ? [basis.siteName, basis.name].filter((part) => part !== '').join(' · ') : '';
  return (
    <Stack gap={20}>
      <Section title={text('differences')} isFlush>
        <Text hasLine p="14px 18px" tone="soft">
          {basis ? text('beside', { list, version: basis.version }) : text('noBasis')}{' '}
          {unchanged > 0 && text('same', { count: unchanged })}{' '}
          {basis &&
            basis.currency !== currency &&
            text('otherCurrency', { from: basis.currency, to: currency })}
          {differences.length === 0 && !hasDifferentModes && text('nothingChanges')}
        </Text>
        {hasDifferentModes && (
          <Text hasLine p="14px 18px" tone="soft">
            {text('modes')}:{' '}
            <Change before={text(modes.before)} after={text(modes.after)} percent={null} />
          </Text>
        )}
        {differences.length > 0 && (
          <ScrollPart label={text('differences')}>
            <SimpleTable>
              <thead>
                <tr>
                  <th scope="col">{text('item')}</th>
                  <th scope="col">{text('changed')}</th>
                  <th scope="col">{text('hourly')}</th>
                  <th scope="col">{text('monthly')}</th>
                  <th scope="col">{text('poweredOff')}</th>
                </tr>
              </thead>
              <tbody>
                {differences.map((difference) => (
                  <Row
                    key={difference.code}
                    difference={difference}
                    before={basis?.currency ?? currency}
                    after={currency}
                  />
                ))}
              </tbody>
            </SimpleTable>
          </ScrollPart>
        )}
      </Section>
      {children}
    </Stack>
  );
}

function Row({
  difference,
  before,
  after,
}: {
  difference: Difference;
  before: string;
  after: string;
}) {
  const { code, title, kind, inUse } = difference;
  const off = (terms: Difference['before'], currency: string) =>
    terms ? offText({ ...terms, code }, currency) : null;
  const [offBefore, offAfter] = [off(difference.before, before), off(difference.after, after)];
  const termsBefore = difference.before ? termsText(difference.before, before) : '';
  const termsAfter = difference.after ? termsText(difference.after, after) : '';
  const price = (field: 'hourly' | 'monthly') => (
    <Change
      before={difference.before ? formatPriceOrDash(difference.before[field], before) : null}
      after={difference.after ? formatPriceOrDash(difference.after[field], after) : null}
      percent={difference[`${field}Percent`]}
    />
  );
  return (
    <tr>
      <th scope="row">
        {title} <Code>{code}</Code>
        {termsBefore !== termsAfter && (
          <div className={`soft ${styles.priceTerms}`}>
            <Change before={termsBefore || '–'} after={termsAfter || '–'} percent={null} />
          </div>
        )}
        {inUse > 0 && (
          <Text gridColumn="1 / -1" size="xs" tone="danger">
            {text('inUse', { count: inUse })}
          </Text>
        )}
      </th>
      <td>
        <Badge tone={tones[kind]}>{text(kind)}</Badge>
      </td>
      <td className="number">{price('hourly')}</td>
      <td className="number">{price('monthly')}</td>
      <td>
        {offBefore !== null && offAfter !== null ? (
          <Change before={offBefore} after={offAfter} percent={null} />
        ) : (
          (offAfter ?? offBefore)
        )}
      </td>
    </tr>
  );
}

const formatPriceOrDash = (price: string | null, currency: string): string =>
  price === null ? '–' : formatMoney(price, currency, priceDigits);

/** `before → after +5%`. Shows only one price if the other is missing or the same. */
function Change({
  before,
  after,
  percent,
}: {
  before: string | null;
  after: string | null;
  percent: string | null;
}) {
  if (before === null || after === null || before === after) return <bdi>{after ?? before}</bdi>;
  const isIncrease = percent !== null && !percent.startsWith('-');
  return (
    <Text as="span" className={listsStyles.pricelistChange} wrap="never">
      <del>
        <bdi>{before}</bdi>
      </del>{' '}
      <bdi>{after}</bdi>{' '}
      {percent !== null && percent !== '0' && (
        <bdi
          dir="ltr"
          className={isIncrease ? listsStyles.pricelistDearer : listsStyles.pricelistCheaper}
        >
          {isIncrease ? '+' : '−'}
          {percent.replace('-', '')}%
        </bdi>
      )}
    </Text>
  );
}
