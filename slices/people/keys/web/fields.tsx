import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PlainButton } from '../../../../web/ui/layout/Control.tsx';
import { Box, Grid, Row } from '../../../../web/ui/layout/Layout.tsx';
import { ChoiceList } from '../../../../web/ui/layout/LineList.tsx';
import { browserTimeZone } from '../../../../web/ui/values/moments.ts';
import { dayIn, startOfDay } from '../../../../web/ui/values/zonedTime.ts';
import styles from './keys.module.css';
import { scopeText, text } from './text.ts';

/** Addresses and ranges, one per line. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function Scopes({
  offered,
  chosen,
  onChange,
}: {
  offered: readonly string[];
  chosen: ReadonlySet<string>;
  onChange(next: ReadonlySet<string>): void;
}) {
  const toggle = (scope: string) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    onChange(next);
  };
  const areAllChosen = chosen.size === offered.length;
  return (
    <Box as="fieldset" className={styles.keyScopes}>
      <Row as="legend" isNowrap gap={8} align="baseline" width="100%" weight={500}>
        {text('permissions')}{' '}
        <span className="soft">
          {text('chosenOf', { count: chosen.size, all: offered.length })}
        </span>
        <PlainButton
          className="link"
          style={{ marginInlineStart: 'auto' }}
          onClick={() => onChange(new Set(areAllChosen ? [] : offered))}
        >
          {text(areAllChosen ? 'none' : 'all')}
        </PlainButton>
      </Row>
      <p className="soft">{text('permissionsHint')}</p>
      <Grid
        min={180}
        isFill
        gap="9px 14px"
        maxHeight={250}
        mt={10}
        p={12}
        scroll="y"
        isFramed
        isRounded
      >
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            size="xs"
            label={scopeText(scope)}
            checked={chosen.has(scope)}
            onChange={() => toggle(scope)}
            data-scope={scope}
          />
        ))}
      </Grid>
    </Box>
  );
}

export interface Limits {
  addresses: string;
  rate: number;
  /** `never`, days as text, or `date`. */
  ends: string;
  date: string;
}

export const noLimits: Limits = { addresses: '', rate: 600, ends: 'never', date: '' };

/** Null if the key doesn't expire. */
export function endOf({ ends, date }: Limits, now = Date.now()): string | null {
  if (ends === 'never' || (ends === 'date' && date === '')) return null;
  return ends === 'date'
    ? startOfDay(browserTimeZone(), date, 1)
    : new Date(now + Number(ends) * 86_400_000).toISOString();
}

/**
 * The last day on which something that expires at this moment can be used. Empty if it doesn't
 * expire.
 */
export const lastDayOf = (end: string | null): string =>
  end === null ? '' : dayIn(browserTimeZone(), new Date(Date.parse(end) - 1000));

export function LimitFields({ value, onChange }: { value: Limits; onChange(next: Limits): void }) {
  return (
    <>
      <Grid min={130} gap={12}>
        <NativeSelect
          label={text('expires')}
          value={value.ends}
          onChange={(event) => onChange({ ...value, ends: event.currentTarget.value })}
          data={[
            { value: 'never', label: text('expiresNever') },
            { value: '30', label: text('in30') },
            { value: '90', label: text('in90') },
            { value: '365', label: text('in365') },
            { value: 'date', label: text('onDate') },
          ]}
        />
        {value.ends === 'date' && (
          <DateField
            kind="day"
            label={text('date')}
            zone={browserTimeZone()}
            value={value.date}
            onChange={(date) => onChange({ ...value, date })}
          />
        )}
        <NumberInput
          label={text('rate')}
          value={value.rate}
          min={1}
          max={6000}
          allowDecimal={false}
          onChange={(rate) => onChange({ ...value, rate: Number(rate) || 1 })}
        />
      </Grid>
      <Textarea
        label={text('addresses')}
        description={text('addressesHint')}
        value={value.addresses}
        autosize
        minRows={2}
        dir="ltr"
        onChange={(event) => onChange({ ...value, addresses: event.currentTarget.value })}
      />
    </>
  );
}

interface ServersProps {
  chosen: ReadonlyMap<string, string>;
  onChange(next: ReadonlyMap<string, string>): void;
}

/** Selects servers in the user's scope: the search results, with the current selection above. */
export function Servers({ chosen, onChange }: ServersProps) {
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed.trim());
  const found = useCall(
    'listServers',
    { query: { size: '25', ...(filter ? { filter } : {}) } },
    { keepsPrevious: true },
  ).data?.items;
  const toggle = (id: string, name: string) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, name);
    onChange(next);
  };
  const rows = [
    ...[...chosen].map(([id, name]) => ({ id, name })),
    ...(found ?? []).filter(({ id }) => !chosen.has(id)),
  ];
  return (
    <div>
      <TextInput
        type="search"
        placeholder={text('chooseServers')}
        aria-label={text('chooseServers')}
        value={typed}
        leftSection={<Icon name="search" size={15} />}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ChoiceList maxHeight={220} aria-label={text('servers')}>
        {rows.map(({ id, name }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                className="tick"
                checked={chosen.has(id)}
                onChange={() => toggle(id, name)}
              />
              <bdi>{name}</bdi>
            </label>
          </li>
        ))}
        {found && rows.length === 0 && (
          <li className="soft" style={{ padding: 12 }}>
            {text('noServersFound')}
          </li>
        )}
      </ChoiceList>
    </div>
  );
}
