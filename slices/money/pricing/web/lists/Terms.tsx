import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { currencyOptions } from '../../../../../web/ui/form/currencies.ts';
import { DateField } from '../../../../../web/ui/form/DateField.tsx';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { dayIn, daysAfter, siteZone } from '../../../../../web/ui/values/zonedTime.ts';
import type { Draft } from './draft.ts';
import styles from './lists.module.css';
import type { Site } from './NewVersion.tsx';
import { text } from './text.ts';

interface TermsProps {
  draft: Draft;
  sites: readonly Site[];
  isSiteFixed: boolean;
  isNameFixed: boolean;
  problemAt(field: string): string | undefined;
  onChange(change: Partial<Draft>): void;
  onSite(siteId: string): void;
}

/** The owner, currency and start date of the prices. */
export function Terms({
  draft,
  sites,
  isSiteFixed,
  isNameFixed,
  problemAt,
  onChange,
  onSite,
}: TermsProps) {
  const [isScheduled, setScheduled] = useState(draft.from !== '');
  const timeZone = sites.find(({ id }) => id === draft.siteId)?.timeZone ?? siteZone();
  return (
    <Section>
      <Grid className={styles.pricelistTerms} min={240} gap={16} align="start">
        <NativeSelect
          label={text('site')}
          value={draft.siteId}
          disabled={isSiteFixed || sites.length === 1}
          data={sites.map(({ id, siteName }) => ({ value: id, label: siteName }))}
          onChange={(event) => onSite(event.currentTarget.value)}
        />
        <NativeSelect
          label={text('kind')}
          value={draft.name === null ? 'own' : 'named'}
          disabled={isNameFixed}
          data={[
            { value: 'own', label: text('kindOwn') },
            { value: 'named', label: text('kindNamed') },
          ]}
          onChange={(event) => onChange({ name: event.currentTarget.value === 'own' ? null : '' })}
        />
        {draft.name !== null && (
          <TextInput
            label={text('listName')}
            description={text('listNameHint')}
            value={draft.name}
            disabled={isNameFixed}
            maxLength={80}
            error={problemAt('name')}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          label={text('currency')}
          value={draft.currency}
          data={currencyOptions()}
          error={problemAt('currency')}
          onChange={(event) => onChange({ currency: event.currentTarget.value })}
        />
        <NativeSelect
          label={text('modes')}
          value={draft.billingModes}
          data={(['monthlyAndHourly', 'hourlyOnly'] as const).map((modes) => ({
            value: modes,
            label: text(modes),
          }))}
          onChange={(event) =>
            onChange({ billingModes: event.currentTarget.value as Draft['billingModes'] })
          }
        />
        <NativeSelect
          label={text('when')}
          value={isScheduled ? 'later' : 'now'}
          data={[
            { value: 'now', label: text('whenNow') },
            { value: 'later', label: text('whenLater') },
          ]}
          onChange={(event) => {
            const isLater = event.currentTarget.value === 'later';
            setScheduled(isLater);
            onChange({ from: isLater ? `${daysAfter(dayIn(timeZone), 1)}T00:00` : '' });
          }}
        />
        {isScheduled && (
          <DateField
            kind="moment"
            label={text('moment')}
            zone={timeZone}
            value={draft.from}
            error={problemAt('validFrom')}
            // An empty field doesn't mean "immediately", which has its own option.
            onChange={(from) => from !== '' && onChange({ from })}
          />
        )}
      </Grid>
    </Section>
  );
}
