import { createInterface } from 'node:readline';
import { callPortal } from './call.ts';
import { type CliEnvironment, type Table, UsageError } from './commandTable.ts';
import { addressOf, chooseProfile, configPath, readConfig, writeConfig } from './config.ts';

const getSelf = { method: 'GET', path: '/apikeys/self', changes: false, isFile: false };

interface Self {
  key: {
    clientId: string;
    name: string;
    type: string;
    isTest: boolean;
    servers: string[] | null;
  } | null;
  email: string;
  role: string;
  permissions: string[];
}

type Flags = ReadonlyMap<string, string[]>;

/**
 * Prompts for missing values, tests the key, and saves it in the profile. The secret is never read
 * from a flag, because other users can see flags.
 */
export async function login(world: CliEnvironment, table: Table, flags: Flags): Promise<void> {
  const flag = (name: string) => flags.get(name)?.at(-1);
  const name = flag('profile') ?? world.env.CLOUD_PROFILE ?? 'default';
  const config = readConfig(world);
  const prompt = createPrompt(world);
  try {
    const address = flag('url') ?? world.env.CLOUD_URL ?? config.profiles[name]?.url ?? table.url;
    const url = addressOf(address || (await prompt('Portal address: ')));
    const clientId =
      flag('client-id') ?? world.env.CLOUD_CLIENT_ID ?? (await prompt('Client ID: '));
    const secret = world.env.CLOUD_SECRET ?? (await prompt('Secret: ', true));
    const profile = { url, clientId: clientId.trim(), secret: secret.trim() };
    const self = (await callPortal(profile, getSelf, { params: {} })) as Self;
    writeConfig(world, { current: name, profiles: { ...config.profiles, [name]: profile } });
    world.err(
      `Signed in to ${url} as ${self.email} with the key "${self.key?.name ?? ''}"${self.key?.isTest ? ' (test key, nothing is charged)' : ''}.\n`,
    );
    world.err(`Saved in ${configPath(world)} as profile ${name}.\n`);
  } finally {
    prompt.end();
  }
}

export function logout(world: CliEnvironment, flags: Flags): void {
  const config = readConfig(world);
  const name = flags.get('profile')?.at(-1) ?? config.current;
  if (!config.profiles[name]) throw new UsageError(`There is no profile ${name}.`);
  delete config.profiles[name];
  const [next = 'default'] = Object.keys(config.profiles);
  writeConfig(world, {
    current: config.current === name ? next : config.current,
    profiles: config.profiles,
  });
  world.err(`Profile ${name} removed. The key stays valid until you delete it in the portal.\n`);
}

export function profiles(world: CliEnvironment): {
  items: { name: string; current: boolean; url: string; clientId: string }[];
} {
  const { current, profiles: savedProfiles } = readConfig(world);
  return {
    items: Object.entries(savedProfiles).map(([name, { url, clientId }]) => ({
      name,
      current: name === current,
      url,
      clientId,
    })),
  };
}

export function useProfile(world: CliEnvironment, name: string | undefined): void {
  const config = readConfig(world);
  if (!name || !config.profiles[name])
    throw new UsageError(
      `There is no profile ${name ?? ''}. Profiles: ${Object.keys(config.profiles).join(', ') || 'none'}.`,
    );
  writeConfig(world, { ...config, current: name });
  world.err(`Switched to profile ${name}.\n`);
}

export async function whoAmI(world: CliEnvironment, table: Table, flags: Flags): Promise<unknown> {
  return await callPortal(chooseProfile(world, table, flags), getSelf, { params: {} });
}

/** Reads lines from a terminal (secrets aren't echoed), or one after the other from a pipe. */
function createPrompt(
  world: CliEnvironment,
): ((question: string, isSecret?: boolean) => Promise<string>) & { end(): void } {
  const isTerminal = world.stdin.isTTY === true;
  let isHidden = false;
  const lines = createInterface({
    input: world.stdin,
    terminal: isTerminal,
    ...(isTerminal ? { output: process.stderr } : {}),
  });
  if (isTerminal) {
    const output = lines as unknown as { _writeToOutput(text: string): void };
    const write = output._writeToOutput.bind(lines);
    output._writeToOutput = (text) => {
      if (!isHidden || /[\r\n]/.test(text)) write(text);
    };
  }
  const iterator = lines[Symbol.asyncIterator]();
  const readAnswer = async (question: string, isSecret = false): Promise<string> => {
    if (isTerminal) process.stderr.write(question);
    isHidden = isSecret;
    const { value, done } = await iterator.next();
    isHidden = false;
    if (done || value.trim() === '')
      throw new UsageError(`${question.replace(/: $/, '')} is missing.`);
    return value;
  };
  return Object.assign(readAnswer, { end: () => lines.close() });
}
