import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { Code } from '../../../../web/ui/values.tsx';
import type { DraftItem } from './draft.ts';
import { MoreTerms } from './MoreTerms.tsx';
import { text } from './text.ts';

interface ItemTableProps {
  items: readonly DraftItem[];
  problemAt(field: string): string | undefined;
  onItems(items: DraftItem[]): void;
}

/** The prices as input fields. On a phone each item is a card. */
export function ItemTable({ items, problemAt, onItems }: ItemTableProps) {
  const change = (code: string, part: Partial<DraftItem>) =>
    onItems(items.map((item) => (item.code === code ? { ...item, ...part } : item)));
  return (
    <Section title={text('prices')} isFlush>
      <div className="pricelist-head" aria-hidden="true">
        <span>{text('item')}</span>
        <span>{text('hourly')}</span>
        <span>{text('monthly')}</span>
        <span>{text('poweredOff')}</span>
      </div>
      <ul className="pricelist-items">
        {items.map((item, index) => (
          <Row
            key={item.code}
            item={item}
            problem={problemAt(`items.${index}`)}
            onChange={(part) => change(item.code, part)}
            onRemove={() => onItems(items.filter(({ code }) => code !== item.code))}
          />
        ))}
      </ul>
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
      <span className="pricelist-label">{text(field)}</span>
      <input
        className="pricelist-price"
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
      <span className="pricelist-item">
        <span>{title}</span>
        <span className="soft">
          <Code>{code}</Code> · {unit}
        </span>
      </span>
      {price('hourly')}
      {price('monthly')}
      <label>
        <span className="pricelist-label">{text('poweredOff')}</span>
        <select
          className="pricelist-price"
          aria-label={text('offOf', { item: title })}
          value={item.poweredOff}
          onChange={(event) =>
            onChange({ poweredOff: event.currentTarget.value as DraftItem['poweredOff'] })
          }
        >
          <option value="charge">{text('charge')}</option>
          <option value="free">{text('free')}</option>
          {!code.startsWith('overage.') && <option value="priced">{text('priced')}</option>}
        </select>
      </label>
      <IconButton icon="trash" label={text('remove', { item: title })} onClick={onRemove} />
      {item.poweredOff === 'priced' && <WhileOff item={item} onChange={onChange} />}
      <MoreTerms item={item} onChange={onChange} />
      {problem && (
        <p className="pricelist-problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

/** What the item costs while its server is off, sold as it is on. */
function WhileOff({ item, onChange }: Pick<RowProps, 'item' | 'onChange'>) {
  const field = (name: 'offHourly' | 'offMonthly') => (
    <label>
      <span className="pricelist-field">{text(name)}</span>
      <input
        className="pricelist-price"
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
    <div className="pricelist-off">
      {item.hourly !== null && field('offHourly')}
      {item.monthly !== null && field('offMonthly')}
    </div>
  );
}
