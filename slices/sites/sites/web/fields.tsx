import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type Language, languages } from '../../../../contract/languages.ts';
import { languageTitle } from '../../../../web/texts/texts.ts';
import { currencyOptions } from '../../../../web/ui/form/currencies.ts';
import { TimeZoneSelect } from '../../../../web/ui/form/TimeZoneSelect.tsx';
import { Grid, Row } from '../../../../web/ui/layout/Layout.tsx';
import styles from './sites.module.css';
import { text } from './text.ts';

export const offeredLanguages: readonly Language[] = languages;

/** The fields shared by site creation and site settings. */
export interface SiteIdentity {
  name: string;
  systemName: string;
  languages: Language[];
  currency: string;
  timeZone: string;
}

interface IdentityProps {
  value: SiteIdentity;
  problemAt(field: string): string | undefined;
  onChange(change: Partial<SiteIdentity>): void;
}

export function IdentityFields({ value, problemAt, onChange }: IdentityProps) {
  return (
    <>
      <Grid min={240} gap={16} align="start">
        <TextInput
          label={text('siteName')}
          description={text('siteNameHint')}
          error={problemAt('name')}
          value={value.name}
          maxLength={100}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label={text('systemName')}
          description={text('systemNameHint')}
          error={problemAt('systemName')}
          value={value.systemName}
          maxLength={60}
          onChange={(event) => onChange({ systemName: event.currentTarget.value })}
        />
      </Grid>
      <Checkbox.Group
        label={text('languages')}
        error={problemAt('languages')}
        value={value.languages}
        onChange={(languages) =>
          onChange({
            languages: offeredLanguages.filter((language) => languages.includes(language)),
          })
        }
      >
        <Row className={styles.siteSave} align="center" gap={12}>
          {offeredLanguages.map((language) => (
            <Checkbox key={language} value={language} label={languageTitle(language)} />
          ))}
        </Row>
      </Checkbox.Group>
      <Grid min={240} gap={16} align="start">
        <NativeSelect
          label={text('currency')}
          error={problemAt('currency')}
          value={value.currency}
          data={currencyOptions()}
          onChange={(event) => onChange({ currency: event.currentTarget.value })}
        />
        <TimeZoneSelect
          label={text('timeZone')}
          error={problemAt('timeZone')}
          value={value.timeZone}
          onChange={(timeZone) => onChange({ timeZone })}
        />
      </Grid>
    </>
  );
}
