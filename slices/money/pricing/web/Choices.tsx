import type { ReactNode } from 'react';
import { ChoiceCard } from '../../../../web/ui/layout/ChoiceCard.tsx';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import styles from './pricing.module.css';

export interface Choice {
  value: string;
  title: string;
  hint: ReactNode;
}

interface ChoicesProps {
  label: string;
  name: string;
  cards: readonly Choice[];
  value: string;
  onChange(value: string): void;
}

/** A choice between a few options, each with a short description. */
export function Choices({ label, name, cards, value, onChange }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {cards.map((card) => (
        <ChoiceCard as="label" key={card.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={card.value}
            checked={card.value === value}
            onChange={() => onChange(card.value)}
          />
          <Text as="span" weight={600}>
            {card.title}
          </Text>
          <Text as="span" gridColumn="2" size="xs" lineHeight={1.45} tone="soft">
            {card.hint}
          </Text>
        </ChoiceCard>
      ))}
    </fieldset>
  );
}
