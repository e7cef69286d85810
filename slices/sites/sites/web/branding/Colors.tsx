import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { brandOf } from '../../../../../web/theme/brand.ts';
import { Grid, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import type { SectionProps } from './Branding.tsx';
import styles from './branding.module.css';
import { isHexColor } from './isHexColor.ts';

/**
 * The two brand colors, with a live preview of the derived palette, adjusted where it would not be
 * readable.
 */
export function Colors({ look, onChange }: SectionProps) {
  return (
    <Section title={text('colours')}>
      <Text mb={14} maxWidth="72ch" tone="soft">
        {text('lookHint')}
      </Text>
      <Grid min={240} gap={16} align="start">
        <ColorField
          label={text('primaryColor')}
          hint={text('primaryHint')}
          value={look.primaryColor}
          onChange={(primaryColor) => onChange({ primaryColor })}
        />
        <ColorField
          label={text('tagColor')}
          hint={text('tagHint')}
          value={look.tagColor}
          onChange={(tagColor) => onChange({ tagColor })}
        />
      </Grid>
      {isHexColor(look.primaryColor) && (
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

interface ColorFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange(value: string): void;
}

function ColorField({ label, hint, value, onChange }: ColorFieldProps) {
  const noteId = useId();
  const isValid = isHexColor(value);
  const swatchColor = isValid
    ? brandOf({ primaryColor: value, tagColor: value }).light.brand.fill
    : value;
  return (
    <div>
      <TextInput
        label={label}
        description={hint}
        error={isValid ? undefined : text('colourWrong')}
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
            value={isValid ? value : '#000000'}
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
        {isValid &&
          (swatchColor === value
            ? text('colourKept')
            : text('colourMoved', { shown: swatchColor }))}
      </Text>
    </div>
  );
}
