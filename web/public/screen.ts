import type { ComponentType } from 'react';
import type { Note, PublicRoute } from './publicRoutes.ts';

export interface ScreenProps {
  place: PublicRoute;
  /** Opens another screen before sign-in. */
  go(path: string, note?: Note): void;
  /** Call it after sign-in. The console replaces the page. */
  enter(): Promise<void>;
  /** Call it when a sign-in is imminent. Preloads the console. */
  onTyping(): void;
}

export type Screen = ComponentType<ScreenProps>;
