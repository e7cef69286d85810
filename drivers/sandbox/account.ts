import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system user that runs virtual servers and the programs that read customers' files. */
export const accountName = 'cloudberth-qemu';

/** The system user that runs the DHCP and name servers of bridged networks. */
export const dhcpAccountName = 'cloudberth-dhcp';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** Used where the system user can't be created, such as on a read-only system. */
const substituteName = 'nobody';

/**
 * The unprivileged account for confined programs, created when missing. Null when the portal isn't root: it can't become another user.
 * Throws when the machine has neither the account nor `nobody`.
 */
export async function confinedAccount(name = accountName): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = await findAccount(name);
  if (existing) return existing;
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  // Another process of the portal may create it at the same time: what counts is whether it exists afterward.
  await run('useradd', [...options, name]).catch(() => undefined);
  const account = (await findAccount(name)) ?? (await findAccount(substituteName));
  if (!account) throw new Error(`This machine has no user ${name}. Create it with: useradd --system --user-group ${name}`);
  return account;
}

async function findAccount(name: string): Promise<Account | null> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([candidate]) => candidate === name) ?? [];
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : null;
}
