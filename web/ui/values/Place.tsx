import type common from '../../texts/common/en.json';
import { direction, textsOf } from '../../texts/texts.ts';
import { regionFormat } from './formats.ts';
import { Code } from './values.tsx';

const text = textsOf<typeof common>('common');

/** A country by its code in the user's language; empty if unknown. */
export function placeName(place: string): string {
  return place === 'private' ? text('privateNetwork') : place && (regionFormat().of(place) ?? '');
}

/** The origin of a call: `Israel · 192.0.2.7`. */
export function Place({ place, ip }: { place: string; ip: string }) {
  const name = placeName(place);
  return (
    <>
      {name && <span title={text('placeHint')}>{name} · </span>}
      <Code>{ip || '–'}</Code>
    </>
  );
}

/**
 * The device, such as `Firefox 146 on Linux`, in the order of the page's language though its names
 * are Latin.
 */
export function Device({ name }: { name: string }) {
  return <bdi dir={direction()}>{name}</bdi>;
}
