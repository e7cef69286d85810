import type { ComponentType } from 'react';
import type { Note, Place } from './places.ts';

export interface ScreenProps {
  place: Place;
  /** Goes to another screen before sign-in. */
  go(path: string, note?: Note): void;
  /** Signed in: the console replaces the page. */
  enter(): Promise<void>;
  /** A sign-in is imminent: preloads the console. */
  onTyping(): void;
}

export type Screen = ComponentType<ScreenProps>;
