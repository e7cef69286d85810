import type { Image } from '../image.tsx';
import { type CompleteImageFields, imageFieldsOf } from './imageFields.ts';

/** The image that gets a new version, and the prefilled values. */
export interface NewVersionSource {
  id: string;
  kind: 'private' | 'iso';
  facts: CompleteImageFields;
}

export const newVersionSourceOf = (image: Image): NewVersionSource => ({
  id: image.id,
  kind: image.kind === 'iso' ? 'iso' : 'private',
  facts: { ...imageFieldsOf(image), version: '' },
});
