import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { PrintedInput } from '../../../../../web/ui/form/PrintedInput.tsx';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { text } from '../text.ts';
import { type CompleteImageFields, digestType } from './facts.ts';

interface ImageFieldsFormProps {
  facts: CompleteImageFields;
  onChange(facts: CompleteImageFields): void;
  problemAt(field: string): string | undefined;
  /** Hides the user and memory fields, which a CD doesn't need. */
  isCd?: boolean;
}

/** The fields of the owner's description of an image. */
export function ImageFieldsForm({ facts, onChange, problemAt, isCd }: ImageFieldsFormProps) {
  const set = (change: Partial<CompleteImageFields>) => onChange({ ...facts, ...change });
  return (
    <>
      <Grid min={220} gap={12} align="end">
        <PrintedInput
          label={text('name')}
          value={facts.name}
          maxLength={100}
          required
          error={problemAt('name')}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label={text('version')}
          value={facts.version}
          maxLength={50}
          error={problemAt('version')}
          onChange={(event) => set({ version: event.currentTarget.value })}
        />
      </Grid>
      <Textarea
        label={text('description')}
        value={facts.description}
        maxLength={1000}
        autosize
        minRows={2}
        error={problemAt('description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Grid min={220} gap={12} align="end">
        <NativeSelect
          label={text('osFamily')}
          value={facts.osFamily}
          data={[
            { value: 'linux', label: 'Linux' },
            { value: 'windows', label: 'Windows' },
            { value: 'other', label: text('otherSystem') },
          ]}
          onChange={(event) =>
            set({ osFamily: event.currentTarget.value as CompleteImageFields['osFamily'] })
          }
        />
        <TextInput
          label={text('os')}
          description={text('osHint')}
          value={facts.os}
          maxLength={100}
          error={problemAt('os')}
          onChange={(event) => set({ os: event.currentTarget.value })}
        />
      </Grid>
      {!isCd && (
        <>
          <Grid min={220} gap={12} align="end">
            <TextInput
              label={text('loginUser')}
              description={text('loginUserHint')}
              value={facts.loginUser ?? ''}
              maxLength={32}
              dir="ltr"
              error={problemAt('loginUser')}
              onChange={(event) => set({ loginUser: event.currentTarget.value || null })}
            />
            <TextInput
              label={text('minRamMb')}
              value={String(facts.minRamMb)}
              inputMode="numeric"
              dir="ltr"
              error={problemAt('minRamMb')}
              onChange={(event) =>
                set({ minRamMb: Number(event.currentTarget.value.replace(/\D/g, '').slice(0, 7)) })
              }
            />
          </Grid>
          <Checkbox
            label={text('supportsCloudInit')}
            checked={facts.supportsCloudInit}
            onChange={(event) => set({ supportsCloudInit: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  );
}

/** Input for an MD5, SHA-256 or SHA-512 digest in hex. The length determines the type. */
export function DigestField({
  value,
  onChange,
  problem,
}: {
  value: string;
  onChange(value: string): void;
  problem: string | undefined;
}) {
  const type = digestType(value);
  return (
    <TextInput
      label={text('digestOptional')}
      description={
        value.trim() === ''
          ? text('digestHint')
          : type
            ? text('digestIs', { type: type.toUpperCase() })
            : text('digestUnknown')
      }
      value={value}
      maxLength={200}
      dir="ltr"
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
