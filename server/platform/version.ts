import { readFileSync } from 'node:fs';

/** The release this program is built from, as `package.json` names it. */
export const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  }
).version;
