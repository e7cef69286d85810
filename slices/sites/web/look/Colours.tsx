import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { brandOf } from '../../../../web/theme/brand.ts';
import { Section } from '../../../../web/ui/Section.tsx';
import { text } from '../text.ts';
import { isColour } from './colour.ts';
import type { PartProps } from './Look.tsx';

/**
 * The two brand colors, with a live preview of the derived palette, adjusted where it would not be
 * readable.
 */
export function Colours({ look, onChange }: PartProps) {
  return (
    <Section title={text('colours')}>
      <p className="site-hint">{text('lookHint')}</p>
      <div className="site-row">
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
      </div>
      {isColour(look.primaryColor) && (
        <>
          <p className="content-label look-label">{text('shades')}</p>
          <ol className="look-shades" aria-label={text('shades')}>
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
          </ol>
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
            className="look-colour"
            aria-label={text('pickColour', { name: label })}
            value={isRight ? value : '#000000'}
            onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
          />
        }
        onChange={(event) => onChange(event.currentTarget.value.trim().toLowerCase())}
      />
      <p id={noteId} className="site-state" aria-live="polite">
        {isRight && (shown === value ? text('colourKept') : text('colourMoved', { shown }))}
      </p>
    </div>
  );
}
