import { stringify } from 'yaml';
import type { PolicyContent } from './tables.ts';

/** A document of a policy, with the policy field it comes from. */
export interface PolicyDocument {
  name: string;
  /** For example `configurations.0.content`. */
  key: string;
  content: string;
}

const verbs: Record<PolicyContent['services'][number]['state'], readonly string[]> = {
  enabled: ['enable', '--now'],
  disabled: ['disable', '--now'],
  restarted: ['restart'],
  masked: ['mask', '--now'],
};

/** The policy as parts for cloud-init: files first, then documents, then services. */
export function partsOf(
  policy: string,
  { files, configurations, services }: PolicyContent,
): PolicyDocument[] {
  const parts: PolicyDocument[] = [];
  if (files.length > 0)
    parts.push({
      name: `${policy}: files`,
      key: 'files',
      content: config({ write_files: files.map(fileEntry) }),
    });
  for (const [index, { name, content }] of configurations.entries())
    parts.push({
      name: `${policy}: ${name}`,
      key: `configurations.${index}.content`,
      content: withHeader(content),
    });
  if (services.length > 0)
    parts.push({
      name: `${policy}: services`,
      key: 'services',
      content: config({
        runcmd: services.map(({ name, state }) => ['systemctl', ...verbs[state], name]),
      }),
    });
  return parts;
}

/** Written at the end of the first boot, when the packages and users that files refer to exist. */
const fileEntry = ({ path, content, owner, permissions }: PolicyContent['files'][number]) => ({
  path,
  content,
  ...{ owner, permissions, defer: true },
});

const config = (value: object) =>
  `#cloud-config\n${stringify(value, { lineWidth: 0, version: '1.1' })}`;

/** Guests ignore cloud-config without its header line. */
const withHeader = (content: string) =>
  /^#(!|cloud-config\b)/.test(content) ? content : `#cloud-config\n${content}`;
