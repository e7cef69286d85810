import type common from '../../texts/common/en.json';
import { direction, textsOf } from '../../texts/texts.ts';
import { regionFormat } from './formats.ts';
import { Code } from './values.tsx';

const text = textsOf<typeof common>('common');

/** The name of a country in the user's language, by its code. Empty if unknown. */
export function locationName(location: string): string {
  return location === 'private'
    ? text('privateNetwork')
    : location && (regionFormat().of(location) ?? '');
}

/** The origin of a call, such as `Israel · 192.0.2.7`. */
export function LocationAndIp({ place, ip }: { place: string; ip: string }) {
  const name = locationName(place);
  return (
    <>
      {name && <span title={text('placeHint')}>{name} · </span>}
      <Code>{ip || '–'}</Code>
    </>
  );
}

/**
 * The device, such as `Firefox 146 on Linux`, in the text direction of the page's language even
 * though its names are in Latin script.
 */
export function Device({ name }: { name: string }) {
  return <bdi dir={direction()}>{name}</bdi>;
}
