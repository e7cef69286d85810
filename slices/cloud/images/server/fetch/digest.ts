import { userError } from '../../../../../contract/errors/errors.ts';

export type DigestType = 'md5' | 'sha256' | 'sha512';

/** Specification section 5: digest length by type. */
const typeByLength: Record<number, DigestType> = { 32: 'md5', 64: 'sha256', 128: 'sha512' };

/** Throws `imageDigestLength`. */
export function digestTypeOf(digest: string): DigestType {
  const type = /^[0-9a-f]+$/i.test(digest) ? typeByLength[digest.length] : undefined;
  if (!type) throw userError('imageDigestLength', { given: digest.length }, 'digest');
  return type;
}

/**
 * `<digest>  name`, `<digest> *name` (coreutils); `SHA256 (name) = <digest>` (BSD); or the digest
 * alone.
 */
const forms = [
  /^(?<digest>[0-9a-f]{32,128})[ \t]+[ *]?(?:\.\/)?(?<name>\S.*)$/i,
  /^(?:MD5|SHA256|SHA512) \((?<name>.+)\) = (?<digest>[0-9a-f]{32,128})$/i,
];

/** Returns the digest of the file from a vendor's checksum file. Null if the file isn't listed. */
export function digestIn(checksums: string, fileName: string): string | null {
  const lines = checksums.split(/\r?\n/).map((line) => line.trim());
  const found = lines
    .map((line) =>
      forms.map((form) => form.exec(line)?.groups).find((groups) => groups !== undefined),
    )
    .filter((groups) => groups !== undefined && baseName(groups.name ?? '') === fileName)
    .map((groups) => groups?.digest?.toLowerCase() ?? '')
    .filter((digest) => digest.length in typeByLength);
  // If there are several, the longest digest is the strongest.
  const strongest = found.sort((a, b) => b.length - a.length)[0];
  if (strongest) return strongest;
  const [only, ...others] = lines.filter(Boolean);
  return only && others.length === 0 && /^[0-9a-f]+$/i.test(only) && only.length in typeByLength
    ? only.toLowerCase()
    : null;
}

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
