import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CliEnvironment, type Table, UsageError } from './commandTable.ts';

export interface Profile {
  url: string;
  clientId: string;
  secret: string;
}

interface Config {
  current: string;
  profiles: Record<string, Profile>;
}

/** `CLOUD_CONFIG`, or else `cloud/config.json` in the user's configuration directory. */
export const configPath = ({ env, home }: CliEnvironment): string =>
  env.CLOUD_CONFIG ?? join(env.XDG_CONFIG_HOME || join(home, '.config'), 'cloud', 'config.json');

/** Throws if other users can read the file, because it contains secrets. */
export function readConfig(world: CliEnvironment): Config {
  const path = configPath(world);
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new UsageError(
        `Other users can read ${path}, which contains secrets. Run: chmod 600 ${path}`,
      );
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { current: 'default', profiles: {} };
    throw error;
  }
  try {
    const { current, profiles } = JSON.parse(text) as Config;
    if (typeof profiles !== 'object' || profiles === null) throw new Error('profiles are missing');
    return { current: current || 'default', profiles };
  } catch (error) {
    throw new UsageError(`Can’t read ${path}: ${(error as Error).message}`);
  }
}

/** Writes the file atomically, readable by its owner only. */
export function writeConfig(world: CliEnvironment, config: Config): void {
  const path = configPath(world);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporaryFile = `${path}.${process.pid}`;
  writeFileSync(temporaryFile, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(temporaryFile, 0o600);
  renameSync(temporaryFile, path);
}

/** The account to use: from flags, the environment, or the profile, in this order. */
export function chooseProfile(
  world: CliEnvironment,
  table: Table,
  flags: ReadonlyMap<string, string[]>,
): Profile {
  const { env } = world;
  const flag = (name: string) => flags.get(name)?.at(-1);
  const isComplete = env.CLOUD_CLIENT_ID && env.CLOUD_SECRET;
  const config =
    isComplete && !flag('profile')
      ? { current: 'default', profiles: {} as Record<string, Profile> }
      : readConfig(world);
  const name = flag('profile') ?? env.CLOUD_PROFILE ?? config.current;
  const savedProfile = config.profiles[name];
  if (flag('profile') && !savedProfile)
    throw new UsageError(
      `There is no profile ${name}. Create it: ${table.name} login --profile ${name}`,
    );
  const url = flag('url') ?? env.CLOUD_URL ?? savedProfile?.url ?? table.url;
  const clientId = (flag('profile') ? undefined : env.CLOUD_CLIENT_ID) ?? savedProfile?.clientId;
  const secret = (flag('profile') ? undefined : env.CLOUD_SECRET) ?? savedProfile?.secret;
  if (!clientId || !secret) throw new UsageError(`You aren’t signed in. Run: ${table.name} login`);
  return { url: addressOf(url), clientId, secret };
}

/**
 * Throws for an invalid URL. Plain http is only accepted for this machine, because the secret is
 * sent.
 */
export function addressOf(input: string): string {
  if (input === '') throw new UsageError('Portal address missing. Add --url https://…');
  let url: URL;
  try {
    url = new URL(input);
  } catch {
    throw new UsageError(`"${input}" isn’t a web address. Example: https://portal.example`);
  }
  const isLocalhost = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalhost))
    throw new UsageError(`${input} isn’t encrypted, so your secret would be exposed. Use https.`);
  return url.origin;
}
