import type { Image } from '../image.tsx';
import { type FilledFacts, factsOf } from './facts.ts';

/** The image that gets a new version, and the prefilled values. */
export interface NewVersionSource {
  id: string;
  kind: 'private' | 'iso';
  facts: FilledFacts;
}

export const newVersionSourceOf = (image: Image): NewVersionSource => ({
  id: image.id,
  kind: image.kind === 'iso' ? 'iso' : 'private',
  facts: { ...factsOf(image), version: '' },
});
