/**
 * The nouns whose changes are announced to browsers. `resync`: more events were missed than are
 * stored.
 */
export const liveTopics = [
  ...([
    'agreement',
    'alert',
    'apikey',
    'app',
    'approval',
    'backup',
    'billing',
    'budget',
    'company',
    'datacenter',
    'exchangeRate',
    'firewall',
    'group',
  ] as const),
  ...([
    'image',
    'imageUpload',
    'invoice',
    'invoicing',
    'mail',
    'mailTemplate',
    'network',
    'notice',
    'package',
    'policy',
    'price',
  ] as const),
  ...([
    'recording',
    'resync',
    'schedule',
    'server',
    'servicelet',
    'setting',
    'site',
    'socialProvider',
    'task',
    'transfer',
    'user',
  ] as const),
] as const;

export type LiveTopic = (typeof liveTopics)[number];
