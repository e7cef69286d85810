import type { ComponentType } from 'react';
import type { Note, Place } from './places.ts';

export interface ScreenProps {
  place: Place;
  /** Goes to another screen before sign-in. */
  go(path: string, note?: Note): void;
  /** Signed in: the console takes the page over. */
  enter(): Promise<void>;
  /** Somebody is about to sign in: the console is fetched ahead. */
  onTyping(): void;
}

export type Screen = ComponentType<ScreenProps>;
