import { isMap, parseDocument, stringify } from 'yaml';
import type { LocalizedText } from '../../../../../../contract/languages.ts';
import type { Seed } from '../../../../../../drivers/compute/port.ts';
import { multipartOf } from '../../../../cloudinit/server/index.ts';
import { localize } from '../../../texts/localize.ts';
import type { OsFamily } from '../facts.ts';
import { hotplugConfig } from './hotplugSeed.ts';
import { networkConfig, type SeedNic } from './seedNetwork.ts';

export interface SeedParts {
  serverId: string;
  hostname: string;
  /** The account that gets the password and keys. Null for the image's own account. */
  loginUser: string | null;
  password: string | null;
  sshKeys: readonly string[];
  /** The customer's user data: cloud-config or a script. */
  userData: string | null;
  /** Documents of the cloud-init policies, in order. */
  policyParts?: readonly string[];
  /** `linux`: the guest activates hotplugged resources while running. */
  osFamily?: OsFamily;
  nics: readonly SeedNic[];
}

type CloudConfig = Record<string, unknown>;
export type UserData =
  | { kind: 'none' }
  | { kind: 'script'; script: string }
  | { kind: 'config'; config: CloudConfig };

/** Invalid user data, with the line of the error. */
export class UserDataError extends Error {
  readonly texts: LocalizedText;
  constructor(texts: LocalizedText) {
    super(texts.en);
    this.name = 'UserDataError';
    this.texts = texts;
  }
}

/**
 * Parses user data: a script that begins with `#!`, or cloud-config (YAML). Throws `UserDataError`.
 */
export function parseUserData(userData: string | null): UserData {
  const text = userData ?? '';
  if (text.trim() === '') return { kind: 'none' };
  if (text.startsWith('#!')) return { kind: 'script', script: text };
  const header =
    /^(#include|#cloud-boothook|#part-handler|#cloud-config-archive|## template:|content-type:|mime-version:)/i.exec(
      text,
    )?.[1];
  if (header) {
    throw new UserDataError(localize('seed.parseUserData.line1IsntSupported', { header }));
  }
  return { kind: 'config', config: parseConfig(text) };
}

function parseConfig(text: string): CloudConfig {
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  const error = document.errors[0];
  if (error) {
    const line = error.linePos?.[0].line ?? 1;
    const message = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    throw new UserDataError(localize('seed.parseConfig.line', { line, why: message }));
  }
  if (!isMap(document.contents)) {
    throw new UserDataError(localize('seed.parseConfig.line1CloudConfig'));
  }
  try {
    return document.toJS({ maxAliasCount: 50 }) as CloudConfig;
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : String(failure);
    throw new UserDataError(
      localize('seed.parseConfig.containsTooManyReferences', { why: message }),
    );
  }
}

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** The path of the customer's script inside the guest. */
const scriptPath = '/var/lib/cloud/cloudberth-script';

/** Runs the script as a single line, so that minimal seed readers can run it too. */
function scriptCommand(script: string): string {
  const encoded = Buffer.from(script).toString('base64');
  return `mkdir -p /var/lib/cloud && echo ${encoded} | base64 -d >${scriptPath} && chmod 700 ${scriptPath} && ${scriptPath}`;
}

/**
 * The guest's cloud-config: hostname, account, password and keys, with the customer's user data
 * merged on top. The customer's values take precedence, except that keys are combined and the
 * portal's account is kept when the customer lists users.
 */
export function cloudConfig(
  parts: Pick<SeedParts, 'hostname' | 'loginUser' | 'password' | 'sshKeys' | 'userData'>,
): CloudConfig {
  const { hostname, loginUser, password, sshKeys, userData } = parts;
  const baseConfig: CloudConfig = { hostname, preserve_hostname: false };
  if (loginUser !== null) baseConfig.user = loginUser;
  if (loginUser === 'root') baseConfig.disable_root = false;
  if (password !== null)
    Object.assign(baseConfig, { password, chpasswd: { expire: false }, ssh_pwauth: true });
  if (sshKeys.length > 0) baseConfig.ssh_authorized_keys = [...sshKeys];
  const parsed = parseUserData(userData);
  if (parsed.kind === 'none') return baseConfig;
  if (parsed.kind === 'script') return { ...baseConfig, runcmd: [scriptCommand(parsed.script)] };
  const merged: CloudConfig = { ...baseConfig, ...parsed.config };
  const keys = [...sshKeys, ...listOf(parsed.config.ssh_authorized_keys)];
  if (keys.length > 0) merged.ssh_authorized_keys = keys;
  if (parsed.config.users !== undefined)
    merged.users = ['default', ...listOf(parsed.config.users).filter((user) => user !== 'default')];
  return merged;
}

/** The documents of a NoCloud seed. */
export function buildSeed(parts: SeedParts): Seed {
  return {
    metaData: stringify({ 'instance-id': parts.serverId, 'local-hostname': parts.hostname }),
    userData: firstBootData(parts),
    networkConfig: networkConfig(parts.nics),
  };
}

const document = (config: CloudConfig) => `#cloud-config\n${stringify(config, { lineWidth: 0 })}`;

/**
 * A single document, or with policies a MIME multipart: the portal's settings first, then the
 * policies, then the customer's user data. cloud-init merges the parts, and on conflict the earlier
 * value wins.
 */
function firstBootData(parts: SeedParts): string {
  const { policyParts = [], userData, osFamily = 'other' } = parts;
  const hotplug = hotplugConfig(osFamily, [...policyParts, userData]);
  if (policyParts.length === 0) return document({ ...hotplug, ...cloudConfig(parts) });
  const ownConfig = { ...hotplug, ...cloudConfig({ ...parts, userData: null }) };
  const userParts = userData?.trim() ? [userData] : [];
  // A user list replaces the default users, so the portal's account must be listed too.
  const listsUsers = [...policyParts, ...userParts].some((part) => /^users:/m.test(part));
  return multipartOf([
    document(listsUsers ? { users: ['default'], ...ownConfig } : ownConfig),
    ...policyParts,
    ...userParts,
  ]);
}

/**
 * The documents that make the guest accept a new password. The new instance ID makes cloud-init
 * apply them. Host keys are kept, and the customer's first-boot scripts don't run again.
 */
export function buildPasswordSeed(parts: Omit<SeedParts, 'userData'>, revision: string): Seed {
  const config = { ...cloudConfig({ ...parts, userData: null }), ssh_deletekeys: false };
  return {
    metaData: stringify({
      'instance-id': `${parts.serverId}-${revision}`,
      'local-hostname': parts.hostname,
    }),
    userData: `#cloud-config\n${stringify(config, { lineWidth: 0 })}`,
    networkConfig: networkConfig(parts.nics),
  };
}
