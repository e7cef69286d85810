import type { ReactNode } from 'react';

export interface ChoiceCard {
  value: string;
  title: string;
  hint: ReactNode;
}

interface ChoicesProps {
  label: string;
  name: string;
  cards: readonly ChoiceCard[];
  value: string;
  onChange(value: string): void;
}

/** One of a few, each with a word about it. */
export function Choices({ label, name, cards, value, onChange }: ChoicesProps) {
  return (
    <fieldset className="choices">
      <legend>{label}</legend>
      {cards.map((card) => (
        <label key={card.value} className="choice">
          <input
            type="radio"
            name={name}
            value={card.value}
            checked={card.value === value}
            onChange={() => onChange(card.value)}
          />
          <span className="choice-title">{card.title}</span>
          <span className="choice-hint">{card.hint}</span>
        </label>
      ))}
    </fieldset>
  );
}
