import type { Calls } from '../../../../../web/client.ts';
import type { Image } from '../image.tsx';

export type ImageFields = Calls['updateImage']['in']['body'];

export type CompleteImageFields = Required<ImageFields>;

export const emptyFacts: CompleteImageFields = {
  ...{ name: '', description: '', version: '', osFamily: 'linux', os: '', loginUser: null },
  ...{ minRamMb: 512, supportsCloudInit: true },
};

export const imageFieldsOf = (image: Image): CompleteImageFields => ({
  ...{
    name: image.name,
    description: image.description,
    version: image.version,
    osFamily: image.osFamily,
    os: image.os,
  },
  ...{
    loginUser: image.loginUser,
    minRamMb: image.minRamMb,
    supportsCloudInit: image.supportsCloudInit,
  },
});

/**
 * Returns the digest type for the number of hex digits (specification section 5). Null for other
 * lengths.
 */
export function digestType(digest: string): 'md5' | 'sha256' | 'sha512' | null {
  const clean = digest.trim();
  if (!/^[0-9a-f]+$/i.test(clean)) return null;
  return (
    ({ 32: 'md5', 64: 'sha256', 128: 'sha512' } as const)[clean.length as 32 | 64 | 128] ?? null
  );
}
