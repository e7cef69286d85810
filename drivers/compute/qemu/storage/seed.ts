import type { Seed } from '../../port.ts';
import { isoImage } from './isoImage.ts';

/**
 * The seed as a disk for cloud-init's NoCloud source: volume label `cidata`, with files under their
 * fixed names.
 */
export function seedImage(seed: Seed, at: Date): Buffer {
  const files = [
    { name: 'meta-data', content: Buffer.from(seed.metaData) },
    { name: 'user-data', content: Buffer.from(seed.userData) },
  ];
  if (seed.networkConfig !== undefined)
    files.push({ name: 'network-config', content: Buffer.from(seed.networkConfig) });
  return isoImage('cidata', files, at);
}
