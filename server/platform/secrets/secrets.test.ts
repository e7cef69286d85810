import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '../database/database.ts';
import { createTestDatabase } from '../testing/postgres.ts';
import { openSecrets } from './keys.ts';
import { Secrets, UnreadableSecretError } from './secrets.ts';

const location = { column: 'user_account.totp_secret', row: 'one' };

describe('an encrypted value', () => {
  const secrets = new Secrets([randomBytes(32)]);

  it('can be decrypted at its location, and is different each time', () => {
    const sealed = secrets.seal('שלום secret', location);
    expect(secrets.open(sealed, location)).toBe('שלום secret');
    expect(secrets.seal('שלום secret', location)).not.toEqual(sealed);
    expect(sealed.includes('secret')).toBe(false);
  });

  it.each([
    ['another row', { ...location, row: 'two' }],
    ['another column', { ...location, column: 'user_account.other' }],
  ])('can’t be decrypted in %s', (_case, otherPlace) => {
    expect(() => secrets.open(secrets.seal('secret', location), otherPlace)).toThrow(
      UnreadableSecretError,
    );
  });

  it('can’t be decrypted after any byte was changed or cut off', () => {
    const sealed = secrets.seal('secret', location);
    for (let offset = 0; offset < sealed.length; offset += 1) {
      const changed = Buffer.from(sealed);
      changed[offset] = (changed[offset] ?? 0) ^ 1;
      expect(() => secrets.open(changed, location)).toThrow(UnreadableSecretError);
      expect(() => secrets.open(sealed.subarray(0, offset), location)).toThrow(
        UnreadableSecretError,
      );
    }
  });

  it('can still be decrypted after a key change while the old key is configured', () => {
    const [old, newKey] = [randomBytes(32), randomBytes(32)];
    const sealed = new Secrets([old]).seal('secret', location);
    expect(new Secrets([newKey, old]).open(sealed, location)).toBe('secret');
    expect(() => new Secrets([newKey]).open(sealed, location)).toThrow(UnreadableSecretError);
  });
});

describe('the portal’s key', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let handle: DatabaseHandle;
  let dataDir: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    handle = openDatabase(database.url, () => {});
    dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-key-'));
  });
  afterEach(async () => {
    await handle.close();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  it('is created once, readable by its owner only, even if several processes start at the same time', async () => {
    const decrypted = await Promise.all(
      Array.from({ length: 5 }, () => openSecrets({ dataDir, secretKeys: [] }, handle.db)),
    );
    expect(new Set(decrypted.map((secrets) => secrets.keyId)).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secret.key']);
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  it('that doesn’t match the database prevents the start and reports the setting to fix', async () => {
    await openSecrets({ dataDir, secretKeys: [] }, handle.db);
    await expect(
      openSecrets({ dataDir, secretKeys: [randomBytes(32).toString('base64')] }, handle.db),
    ).rejects.toThrow(/another key.*CLOUDBERTH_SECRET_KEY/);
  });

  it('can be changed while the old key is configured too', async () => {
    const [old, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    await openSecrets({ dataDir, secretKeys: [old] }, handle.db);
    await openSecrets({ dataDir, secretKeys: [newKey, old] }, handle.db);
    expect((await openSecrets({ dataDir, secretKeys: [newKey] }, handle.db)).keyId).toBeTruthy();
  });

  it('that is invalid is rejected with the expected format', async () => {
    await expect(openSecrets({ dataDir, secretKeys: ['short'] }, handle.db)).rejects.toThrow(
      /32 random bytes in base64/,
    );
    await writeFile(join(dataDir, 'secret.key'), 'nonsense');
    await expect(openSecrets({ dataDir, secretKeys: [] }, handle.db)).rejects.toThrow(
      /secret\.key does not hold a key/,
    );
  });
});
