import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { Control } from '../../../../../web/ui/layout/Control.tsx';
import { Box, Grid, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import type { DraftItem } from './draft.ts';
import styles from './lists.module.css';
import { MoreTerms } from './MoreTerms.tsx';
import { text } from './text.ts';

interface ItemTableProps {
  items: readonly DraftItem[];
  problemAt(field: string): string | undefined;
  onItems(items: DraftItem[]): void;
}

/** The prices as input fields. On a phone each item is a card. */
export function ItemTable({ items, problemAt, onItems }: ItemTableProps) {
  const change = (code: string, patch: Partial<DraftItem>) =>
    onItems(items.map((item) => (item.code === code ? { ...item, ...patch } : item)));
  return (
    <Section title={text('prices')} isFlush>
      <Grid
        className={styles.pricelistHead}
        columns="minmax(0, 1fr) 150px 150px 130px 36px"
        gap="6px 14px"
        align="center"
        p="9px 18px"
        hasLineBelow
        size="xs"
        weight={600}
        tone="soft"
        aria-hidden="true"
      >
        <span>{text('item')}</span>
        <span>{text('hourly')}</span>
        <span>{text('monthly')}</span>
        <span>{text('poweredOff')}</span>
      </Grid>
      <Box as="ul" className={styles.pricelistItems}>
        {items.map((item, index) => (
          <Row
            key={item.code}
            item={item}
            problem={problemAt(`items.${index}`)}
            onChange={(patch) => change(item.code, patch)}
            onRemove={() => onItems(items.filter(({ code }) => code !== item.code))}
          />
        ))}
      </Box>
    </Section>
  );
}

interface RowProps {
  item: DraftItem;
  problem: string | undefined;
  onChange(part: Partial<DraftItem>): void;
  onRemove(): void;
}

function Row({ item, problem, onChange, onRemove }: RowProps) {
  const { code, title, unit } = item;
  const price = (field: 'hourly' | 'monthly') => (
    <label>
      <span className={styles.pricelistLabel}>{text(field)}</span>
      <Control
        as="input"
        isWide
        inputMode="decimal"
        dir="ltr"
        aria-label={text(field === 'hourly' ? 'hourlyOf' : 'monthlyOf', { item: title })}
        aria-invalid={problem !== undefined || undefined}
        placeholder={text('notSold')}
        value={item[field] ?? ''}
        maxLength={16}
        onChange={(event) =>
          onChange({ [field]: event.currentTarget.value === '' ? null : event.currentTarget.value })
        }
      />
    </label>
  );
  return (
    <li>
      <Stack as="span" className={styles.pricelistItem} gap={2}>
        <span>{title}</span>
        <span className="soft">
          <Code>{code}</Code> · {unit}
        </span>
      </Stack>
      {price('hourly')}
      {price('monthly')}
      <label>
        <span className={styles.pricelistLabel}>{text('poweredOff')}</span>
        <Control
          as="select"
          isWide
          aria-label={text('offOf', { item: title })}
          value={item.poweredOff}
          onChange={(event) =>
            onChange({ poweredOff: event.currentTarget.value as DraftItem['poweredOff'] })
          }
        >
          <option value="charge">{text('charge')}</option>
          <option value="free">{text('free')}</option>
          {!code.startsWith('overage.') && <option value="priced">{text('priced')}</option>}
        </Control>
      </label>
      <IconButton icon="trash" label={text('remove', { item: title })} onClick={onRemove} />
      {item.poweredOff === 'priced' && <OffPriceFields item={item} onChange={onChange} />}
      <MoreTerms item={item} onChange={onChange} />
      {problem && (
        <Text gridColumn="1 / -1" size="xs" tone="danger" role="alert">
          {problem}
        </Text>
      )}
    </li>
  );
}

/** The cost of the item while its server is off, with the same billing modes. */
function OffPriceFields({ item, onChange }: Pick<RowProps, 'item' | 'onChange'>) {
  const field = (name: 'offHourly' | 'offMonthly') => (
    <label>
      <Text as="span" isBlock mb={4} size="xs" tone="soft">
        {text(name)}
      </Text>
      <Control
        as="input"
        isWide
        inputMode="decimal"
        dir="ltr"
        aria-label={text(`${name}Of`, { item: item.title })}
        value={item[name] ?? ''}
        maxLength={16}
        onChange={(event) =>
          onChange({ [name]: event.currentTarget.value === '' ? null : event.currentTarget.value })
        }
      />
    </label>
  );
  return (
    <div className={styles.pricelistOff}>
      {item.hourly !== null && field('offHourly')}
      {item.monthly !== null && field('offMonthly')}
    </div>
  );
}
