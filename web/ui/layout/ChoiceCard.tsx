import { type ComponentPropsWithRef, createElement } from 'react';
import styles from './choiceCard.module.css';

type CardTag = 'label' | 'button' | 'li' | 'div';
type ChoiceCardProps<T extends CardTag> = { as: T } & ComponentPropsWithRef<T>;

/** One of several options, selected if its radio button is checked or by `data-chosen`. */
export function ChoiceCard<T extends CardTag>({ as, className, ...props }: ChoiceCardProps<T>) {
  return createElement(as, {
    ...props,
    className: [styles.card, className].filter(Boolean).join(' '),
  });
}
