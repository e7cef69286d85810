import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { brandOf } from '../../../../../web/theme/brand.ts';
import { Grid, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import { isColour } from './colour.ts';
import type { PartProps } from './Look.tsx';
import styles from './look.module.css';

/**
 * The two brand colors, with a live preview of the derived palette, adjusted where it would not be
 * readable.
 */
export function Colours({ look, onChange }: PartProps) {
  return (
    <Section title={text('colours')}>
      <Text mb={14} maxWidth="72ch" tone="soft">
        {text('lookHint')}
      </Text>
      <Grid min={240} gap={16} align="start">
        <ColourField
          label={text('primaryColor')}
          hint={text('primaryHint')}
          value={look.primaryColor}
          onChange={(primaryColor) => onChange({ primaryColor })}
        />
        <ColourField
          label={text('tagColor')}
          hint={text('tagHint')}
          value={look.tagColor}
          onChange={(tagColor) => onChange({ tagColor })}
        />
      </Grid>
      {isColour(look.primaryColor) && (
        <>
          <Text className={styles.lookLabel} mb={4} size="sm" weight={500}>
            {text('shades')}
          </Text>
          <Grid
            as="ol"
            className={styles.lookShades}
            columns="repeat(10, 1fr)"
            isRounded
            aria-label={text('shades')}
          >
            {brandOf({ primaryColor: look.primaryColor, tagColor: look.primaryColor }).shades.map(
              (shade, index) => (
                <li
                  key={`${index} ${shade}`}
                  style={{ background: shade }}
                  data-hint={shade}
                  data-hint-dir="ltr"
                />
              ),
            )}
          </Grid>
        </>
      )}
    </Section>
  );
}

interface ColourFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange(value: string): void;
}

function ColourField({ label, hint, value, onChange }: ColourFieldProps) {
  const noteId = useId();
  const isRight = isColour(value);
  const shown = isRight
    ? brandOf({ primaryColor: value, tagColor: value }).light.brand.fill
    : value;
  return (
    <div>
      <TextInput
        label={label}
        description={hint}
        error={isRight ? undefined : text('colourWrong')}
        value={value}
        maxLength={7}
        dir="ltr"
        spellCheck={false}
        aria-describedby={noteId}
        leftSection={
          <input
            type="color"
            className={styles.lookColour}
            aria-label={text('pickColour', { name: label })}
            value={isRight ? value : '#000000'}
            onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
          />
        }
        onChange={(event) => onChange(event.currentTarget.value.trim().toLowerCase())}
      />
      <Text
        id={noteId}
        minHeight="1.5em"
        lineHeight={1.5}
        mt={6}
        size="xs"
        tone="soft"
        aria-live="polite"
      >
        {isRight && (shown === value ? text('colourKept') : text('colourMoved', { shown }))}
      </Text>
    </div>
  );
}
