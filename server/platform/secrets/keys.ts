import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { Secrets } from './secrets.ts';

const fileName = 'secret.key';
const probeText = 'cloudberth';
const secretLocation = (keyId: string) => ({ column: 'secret_check.sealed', row: keyId });

/**
 * Opens the keys that encrypt secrets: `CLOUDBERTH_SECRET_KEY` (base64, separated by commas; the
 * first one encrypts), or else `secret.key` in the data folder, which is created on the first
 * start. Throws if the database was encrypted with a key that isn't among them.
 */
export async function openSecrets(
  config: Pick<Config, 'dataDir' | 'secretKeys'>,
  db: Database,
): Promise<Secrets> {
  const secrets = new Secrets(
    config.secretKeys.length > 0
      ? config.secretKeys.map(decode)
      : [await keyOfFolder(config.dataDir)],
  );
  await verifyKey(secrets, db);
  return secrets;
}

function decode(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new Error(
      'CLOUDBERTH_SECRET_KEY is not right: each key is 32 random bytes in base64 (openssl rand -base64 32).',
    );
  return key;
}

/**
 * Several processes can start in one folder at the same time. One of them creates the file, and it
 * appears only once complete.
 */
async function keyOfFolder(folder: string): Promise<Buffer> {
  const path = join(folder, fileName);
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (stored !== null) return decodeFile(stored, path);
  await mkdir(folder, { recursive: true });
  const temporaryFile = join(folder, `${fileName}.${randomBytes(6).toString('hex')}`);
  await writeFile(temporaryFile, `${randomBytes(32).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  await link(temporaryFile, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(temporaryFile);
  return decodeFile(await readFile(path, 'utf8'), path);
}

function decodeFile(text: string, path: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32)
    throw new Error(
      `${path} does not hold a key of 32 bytes in base64. Restore it from the backup of the data folder.`,
    );
  return key;
}

async function verifyKey(secrets: Secrets, db: Database): Promise<void> {
  const rows = await db.selectFrom('secret_check').select(['key_id', 'sealed']).execute();
  if (rows.length === 0 || !rows.some((row) => row.key_id === secrets.keyId)) {
    const canOpenAny = rows.some((row) => canOpen(secrets, row));
    if (rows.length > 0 && !canOpenAny)
      throw new Error(
        'The secrets of this database were sealed with another key. Set CLOUDBERTH_SECRET_KEY to it, or restore secret.key into the data folder.',
      );
    await db
      .insertInto('secret_check')
      .values({
        key_id: secrets.keyId,
        sealed: secrets.seal(probeText, secretLocation(secrets.keyId)),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function canOpen(secrets: Secrets, row: { key_id: string; sealed: Buffer }): boolean {
  try {
    return secrets.open(row.sealed, secretLocation(row.key_id)) === probeText;
  } catch {
    return false;
  }
}
